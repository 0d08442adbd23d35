import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Ports where none is named. */
const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'postgresql:': 5432 };

/** How many bytes come through at a time on a slow wire, and how far apart, in milliseconds. */
const DROP = 512;
const DRIP = 5;

/** A wire to a server that can fail in every way in which networks do. @returns the address at this end, and its faults */
export async function wireTo(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    return socket;
  };
  let isCut = false;
  let isRefused = false;
  let isSlow = false;
  let resets = 0;
  let allReset = Promise.withResolvers<void>();

  /** Passes on what comes, as slowly as the wire is. */
  const slowly = () =>
    new Transform({
      async transform(chunk: Buffer, _encoding, done) {
        let passed = 0;
        for (; isSlow && passed < chunk.length; passed += DROP) {
          this.push(chunk.subarray(passed, passed + DROP));
          await wait(DRIP);
        }
        done(null, chunk.subarray(passed));
      },
    });
  /** Passes on what comes, or a part of it and the end of the connection. */
  const orReset = (near: Socket) =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (resets === 0) return done(null, chunk);
        resets -= 1;
        if (resets === 0) allReset.resolve();
        near.write(chunk.subarray(0, chunk.length >> 1), () => near.resetAndDestroy());
      },
    });

  const server = createServer((near) => {
    keep(near);
    if (isRefused) return void near.resetAndDestroy();
    if (isCut) return;
    const far = keep(connect(Number(target.port || PORTS[target.protocol]), target.hostname));
    near.pipe(slowly()).pipe(far);
    far.pipe(slowly()).pipe(orReset(near)).pipe(near);
    // Whoever dies without a word is gone for the other end too; on a wire that is cut nobody hears of it.
    near.once('close', () => isCut || far.destroy());
    far.once('close', () => isCut || near.destroySoon());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const dropAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  onTestFinished(() => {
    server.close();
    dropAll();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  const here = new URL(url);
  here.hostname = '127.0.0.1';
  here.port = String(address.port);
  return {
    url: here.href.replace(/\/$/, ''),
    dropAll,
    /** From now on nothing comes through, and nobody is told so. */
    cut() {
      isCut = true;
      for (const socket of sockets) socket.unpipe();
    },
    /** From now on every connection is ended, and none is let in. */
    refuse() {
      isRefused = true;
      dropAll();
    },
    /** What is connected now stays so, and nothing comes through; who connects anew notices nothing. */
    strand() {
      for (const socket of sockets) socket.unpipe();
    },
    /** Each of the next so many replies ends in its middle, and its connection with it. Resolves after the last. */
    resetReplies(times: number): Promise<void> {
      resets = times;
      allReset = Promise.withResolvers<void>();
      return allReset.promise;
    },
    /** From now on bytes trickle. */
    slow() {
      isSlow = true;
    },
    /** All is well. Who waits on a wire that was cut hears that the connection is gone, and can connect anew. */
    mend() {
      if (isCut) dropAll();
      isCut = false;
      isRefused = false;
      isSlow = false;
      resets = 0;
    },
  };
}
