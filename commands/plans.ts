import { defineCommand, subcommand } from '../src/discord/commands/command.ts';
import { create, createOptions } from './plans/create.ts';
import { correct, form } from './plans/create-form.ts';
import { IN_FULL, list, listOptions, turnPage } from './plans/list.ts';
import { quickLink, quickLinkOptions } from './plans/quick-link.ts';

export default defineCommand({
  name: 'plans',
  audience: 'admin',
  description: (words) => words.plans.description,
  steps: { turnPage, form, correct },
  subcommands: {
    list: subcommand({
      description: (words) => words.plans.list,
      options: listOptions,
      run: (context, { product: productId, visibility, per = IN_FULL }) =>
        list(context, { page: 1, per, ...(productId && { productId }), ...(visibility && { visibility }) }),
    }),
    create: subcommand({
      description: (words) => words.plans.create,
      options: createOptions,
      opensForm: true,
      run: create,
    }),
    'quick-link': subcommand({
      description: (words) => words.plans.quickLink,
      options: quickLinkOptions,
      run: quickLink,
    }),
  },
});
