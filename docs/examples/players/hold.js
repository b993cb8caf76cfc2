// A player of Pig in JavaScript: it holds at 20 points. Run it with: node hold.js
"use strict";

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
let seat = 0;
let target = 100;

const answers = {
  hello: () => say({ type: "hello", protocol: 1, name: "Hold in JavaScript" }),
  ready: () => say({ type: "ready" }),
  ping: ({ n }) => say({ type: "pong", n }),
  new: (match) => {
    seat = match.seat - 1;
    target = match.options.target;
  },
  choose: ({ n, position }) => {
    const { turn_points: points, banked } = position.view;
    const enough = points >= 20 || banked[seat] + points >= target;
    const move = enough && position.moves.includes("hold") ? "hold" : position.moves[0];
    say({ type: "answer", n, move });
  },
  quit: () => process.exit(0),
};

const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const said = JSON.parse(line);
  if (said.type in answers) answers[said.type](said);
});
