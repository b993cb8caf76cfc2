/* A player of Pig in C, without any library: it holds at 20 points. Build it with: cc -o hold hold.c
 *
 * It reads only the few numbers that it needs: messages come one a line, and each name in them is written "name":
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 20];

/* What follows "name": in the line, or "" where it isn't there. */
static const char *field(const char *name)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"%s\":", name);
    const char *found = strstr(line, wanted);
    return found ? found + strlen(wanted) : "";
}

static int is(const char *type)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"%s\"", type);
    return strncmp(field("type"), wanted, strlen(wanted)) == 0;
}

/* Number `place` of a list such as [40,20]. */
static int number_in(const char *list, int place)
{
    while (place-- > 0) {
        list = strchr(list, ',');
        if (list == NULL)
            return 0;
        list++;
    }
    return atoi(*list == '[' ? list + 1 : list);
}

int main(void)
{
    int seat = 0, target = 100;

    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (is("hello")) {
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"Hold in C\"}");
        } else if (is("ready")) {
            puts("{\"type\":\"ready\"}");
        } else if (is("ping")) {
            printf("{\"type\":\"pong\",\"n\":%d}\n", atoi(field("n")));
        } else if (is("new")) {
            seat = atoi(field("seat")) - 1;
            target = atoi(field("target"));
        } else if (is("choose")) {
            int points = atoi(field("turn_points"));
            int enough = points >= 20 || number_in(field("banked"), seat) + points >= target;
            const char *moves = field("moves");
            const char *hold = strstr(moves, "\"hold\"");
            int may_hold = hold != NULL && hold < strchr(moves, ']');
            const char *move = enough && may_hold ? "hold" : "roll";
            printf("{\"type\":\"answer\",\"n\":%d,\"move\":\"%s\"}\n", atoi(field("n")), move);
        } else if (is("quit")) {
            break;
        }
    }
    return 0;
}
