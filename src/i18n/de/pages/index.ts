import type { Words } from '../../en/index.ts';
import { linking } from './linking.ts';
import { shared } from './shared.ts';

export const pages = { linking, shared } satisfies Words['pages'];
