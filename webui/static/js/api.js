// Asking the program to do something.

/** What the program refuses to do, or cannot. Its words are those of the session: `told` gives them in our language. */
export class Refusal extends Error {
  constructor({ error, text }, status) {
    super(error ?? `HTTP ${status}`);
    this.text = text ?? this.message;
  }
}

/** Send a command. Throws a Refusal where the program refuses it. */
export async function send(name, body = {}) {
  const answer = await fetch(`/api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return answered(answer);
}

/** Return what the program answered, or throw its Refusal. */
export async function answered(answer) {
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(said, answer.status);
  return said;
}
