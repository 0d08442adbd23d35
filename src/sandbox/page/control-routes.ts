import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { Calls } from '../calls.ts';
import { SandboxFault } from '../faults/fault.ts';
import type { Faults } from '../faults/fault-injection.ts';

/** Controls for the page and for tests in other processes. */
export interface Controls {
  readonly faults: Faults;
  readonly calls: Calls;
  disconnect(code?: number): void;
}

const FaultParams = Type.Object({ id: Type.String() });

/** Serves fault injection and the counts of REST calls. */
export const controlRoutes =
  ({ faults, calls, disconnect }: Controls): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/faults', async () => faults.list());
    app.post('/faults', { schema: { body: SandboxFault } }, async ({ body }, reply) =>
      reply.status(201).send({ id: faults.add(body).id }),
    );
    app.delete('/faults/:id', { schema: { params: FaultParams } }, async ({ params }, reply) => {
      const isGone = faults.remove(params.id);
      const message = `No fault with the id ${params.id} is switched on.`;
      return isGone ? reply.status(204).send() : reply.status(404).send({ error: { status: 404, message } });
    });
    app.delete('/faults', async (_request, reply) => {
      faults.clear();
      return reply.status(204).send();
    });
    app.post('/disconnect', async (_request, reply) => {
      disconnect();
      return reply.status(204).send();
    });
    app.get('/calls', async () => calls.list());
  };
