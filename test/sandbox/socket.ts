import { WebSocket } from 'ws';

/** Waits for what is handed to a callback. */
export function once<Value>(listen: (done: (value: Value) => void) => void): Promise<Value> {
  return new Promise(listen);
}

/** A client that speaks the protocol itself, without a library that hides it. */
export async function connectSocket(apiUrl: string, parameters = '') {
  const url = apiUrl.replace('http', 'ws').replace('/api', '/gateway');
  const socket = new WebSocket(`${url}?v=10&encoding=json${parameters}`);
  const received: { op: number; d?: unknown }[] = [];
  const frames: Buffer[] = [];
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) frames.push(data);
    else received.push(JSON.parse(data.toString()));
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve) => socket.once('open', resolve));
  return { received, frames, closed, send: (payload: unknown) => socket.send(JSON.stringify(payload)) };
}
