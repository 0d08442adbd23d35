import { complain } from './store.js';

/**
 * Sends a request to the sandbox. @throws Error with a readable message
 * @template Answer
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<Answer>}
 */
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

/**
 * Sends a request like `ask`, but shows an error to the user.
 * @param {Parameters<typeof ask>} request
 * @returns whether the request succeeded
 */
export async function tell(...request) {
  try {
    await ask(...request);
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}
