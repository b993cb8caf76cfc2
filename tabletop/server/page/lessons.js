// A lesson, a step at a time: something to read, a question, a position in which the right move is found.
import { drawn, width } from "/page/lobby.js";
import { element } from "/page/table.js";

export async function lesson(lobby, found) {
  const [game, id] = found.split("/");
  const lesson = await lobby.ask(`/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(id ?? "")}?width=${width()}`);
  if (!lesson) return lobby.problem(lobby.texts.lessons);
  const step = element("div");
  show(lobby, game, lesson, 0, step);
  return [lobby.section(`${lesson.game}: ${lesson.title}`, step), lobby.section(lobby.texts.more, lobby.link(`#game=${encodeURIComponent(game)}`, lesson.game))];
}

function show(lobby, game, lesson, at, place) {
  const { texts } = lobby;
  const step = lesson.steps[at];
  const heading = element("h3", texts.step.replace("{n}", at + 1).replace("{all}", lesson.steps.length), { tabIndex: -1 });
  const said = element("p", "", { className: "said" });
  const next = element("button", at + 1 < lesson.steps.length ? texts.go_on : texts.lesson_over, { type: "button" });
  next.onclick = () => (at + 1 < lesson.steps.length ? show(lobby, game, lesson, at + 1, place) : (location.hash = `game=${encodeURIComponent(game)}`));
  next.hidden = Boolean(step.answers.length);
  const answers = step.answers.map((answer) => {
    const button = element("button", answer.text, { type: "button" });
    button.onclick = () => {
      said.textContent = `${answer.right ? texts.right : texts.wrong} ${answer.says}`;
      lobby.here.voice.say(said.textContent, !answer.right);
      if (!answer.right) return;
      next.hidden = false;
      next.focus();
    };
    return button;
  });
  const choices = element("div", "", { className: "buttons" });
  choices.append(...answers);
  const made = [heading, ...step.text.split("\n").filter(Boolean).map((line) => element("p", line))];
  if (step.svg || step.words) made.push(drawn(step));
  if (step.practice) made.push(practice(lobby, game, step.practice));
  place.replaceChildren(...made, choices, said, next);
  if (at) heading.focus();
}

// Practice is a match of one's own.
function practice(lobby, game, how) {
  const button = element("button", lobby.texts.practise, { type: "button" });
  button.onclick = async () => {
    const wish = { game, seats: how.seats, options: how.options, hints: true, take_back: "free" };
    const room = await lobby.ask("/api/rooms", { method: "POST", body: JSON.stringify(wish) });
    if (room) lobby.enter(room.seats[0].link.split("#")[1], Boolean(lobby.here.kept(localStorage, "name")));
  };
  return button;
}
