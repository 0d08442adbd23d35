import { complain } from './dom.js';

/** Asks the sandbox for something. @throws Error whose message says why not */
export async function ask(method, path, body) {
  const answer = await fetch(`/sandbox${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error('The sandbox does not answer. Is it still running?');
  });
  const text = await answer.text();
  const value = text ? JSON.parse(text) : undefined;
  if (!answer.ok) throw new Error(value?.error?.message ?? 'That did not work.');
  return value;
}

/** The same for what a click does: says what did not work, and answers whether it did. */
export async function tell(method, path, body) {
  try {
    await ask(method, path, body);
    return true;
  } catch (error) {
    complain(error.message);
    return false;
  }
}
