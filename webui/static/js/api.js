// Asking the program to do something.

/** Send a command; the program's own words are in the error that is thrown if it refuses. */
export async function send(name, body = {}) {
  const answer = await fetch(`/api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.error ?? `HTTP ${answer.status}`);
  return said;
}
