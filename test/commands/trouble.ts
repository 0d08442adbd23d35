import type { App } from '../../src/http/app.ts';

const PATHS = '/api/v2/';

/** Adds switchable faults to the Commerce Service of this application. */
export async function troublesome(app: App) {
  let meet:
    | ((method: string) => Promise<{ status: number; headers?: Record<string, string> } | 'down' | 'fine'>)
    | undefined;
  const asked: string[] = [];
  let answered = 0;
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(PATHS)) return;
    // Unlike the hook for responses, this also sees connections that are dropped.
    reply.raw.once('close', () => answered++);
    asked.push(`${request.method} ${request.url.slice(PATHS.length - 1).split('?')[0]}`);
    const trouble = (await meet?.(request.method)) ?? 'fine';
    if (trouble === 'fine') return;
    if (trouble === 'down') return void request.raw.socket.destroy();
    const { status, headers = {} } = trouble;
    await reply
      .status(status)
      .headers(headers)
      .send({ error: { message: '**No** @everyone' } });
  });
  return {
    asked,
    /** Whether a request is still unanswered. */
    isBusy: () => answered < asked.length,
    answers(status: number, headers?: Record<string, string>) {
      meet = async () => ({ status, ...(headers && { headers }) });
    },
    /** Answers reads, and refuses orders with this status. */
    refusesOrders(status: number) {
      meet = async (method) => (method === 'GET' ? 'fine' : { status });
    },
    /** Answers reads, and drops the connection of orders. */
    losesOrders() {
      meet = async (method) => (method === 'GET' ? 'fine' : 'down');
    },
    goesDown() {
      meet = async () => 'down';
    },
    /** Holds all answers until the returned function is called. */
    hangs(): () => void {
      const held = Promise.withResolvers<'fine'>();
      meet = () => held.promise;
      return () => held.resolve('fine');
    },
    works() {
      meet = undefined;
    },
  };
}
