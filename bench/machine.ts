import { cpus, release, totalmem, type } from 'node:os';
import type { Home } from './home.ts';

/** Describes the machine and the databases that the figures were measured on. */
export function describeMachine(homes: readonly Home[]): readonly string[] {
  const processors = cpus();
  const model = processors[0]?.model.trim() || 'unknown model';
  return [
    `machine: ${processors.length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}`,
    `Node ${process.versions.node}`,
    ...homes.map(({ name, facts }) => `${name}: ${facts.join(', ')}`),
    ...(homes.some(({ name }) => name === 'PostgreSQL')
      ? []
      : ['no PostgreSQL answered, so all of it is about the embedded database alone']),
  ];
}
