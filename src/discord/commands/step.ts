import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
import type { Text } from '../../i18n/index.ts';
import type { Context } from './context.ts';
import { type Fields, type FilledIn, readFields } from './fields.ts';
import type { Reply, Target } from './reply.ts';

/** Handler of a button, a menu or a form. The platform only carries a random id; the data is stored on our side. */
export interface Step<Data extends TSchema> extends Target<Data> {
  /** Whether it runs only once, however many users press it, and however often. */
  readonly once: boolean;
  invoke(context: Context, data: unknown, input: Input): Promise<Answer>;
}

/** Values chosen in a menu, or filled into a form by field name. */
export interface Input {
  readonly chosen: readonly string[];
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** Form, and the step that handles its submission. */
export interface Form<Data extends TSchema> extends Step<Data> {
  readonly title: Text;
  readonly fields: Fields;
}

export interface OpenForm {
  readonly form: Form<TSchema>;
  readonly data: unknown;
  /** Initial values of the fields. */
  readonly values: Readonly<Record<string, string>>;
}

export type Answer = Reply | OpenForm;

interface Common<Data extends TSchema> {
  /** Schema of the data stored when the control was shown. */
  readonly data: Data;
  readonly once?: boolean;
}
type StepRun<Data extends TSchema, Said> = (
  context: Context,
  data: Static<Data>,
  chosen: readonly string[],
) => Promise<Said>;

/**
 * Declares the handler of a button or a menu. One that opens a form must declare it, because the platform accepts a
 * form only as the first response, so nothing slow may come before it.
 */
export function defineStep<Data extends TSchema>(
  step: Common<Data> &
    (
      | {
          readonly opensForm?: false;
          readonly answers?: 'update' | 'reply';
          readonly run: StepRun<Data, Reply>;
        }
      | { readonly opensForm: true; readonly run: StepRun<Data, Answer> }
    ),
): Step<Data> {
  const { run }: { run: StepRun<Data, Answer> } = step;
  return {
    schema: step.data,
    answers: step.opensForm ? 'form' : (step.answers ?? 'update'),
    once: step.once ?? false,
    invoke: (context, data, { chosen }) => run(context, Value.Parse(step.data, data), chosen),
  };
}

/** Declares a form and the handler of its submission. */
export function defineForm<Data extends TSchema, Of extends Fields>(
  form: Common<Data> & {
    readonly title: Text;
    readonly fields: Of;
    /** `update` changes the message whose button opened the form; `reply`, the default, posts a new one. */
    readonly answers?: 'update' | 'reply';
    run(context: Context, data: Static<Data>, values: FilledIn<Of>): Promise<Reply>;
  },
): Form<Data> {
  return {
    schema: form.data,
    title: form.title,
    fields: form.fields,
    answers: form.answers ?? 'reply',
    once: form.once ?? false,
    invoke: (context, data, { fields }) =>
      form.run(context, Value.Parse(form.data, data), readFields(form.fields, fields)),
  };
}

/** Opens a form. Only a handler declared with `opensForm` may return this. */
export const open = <Data extends TSchema>(
  form: Form<Data>,
  data: Static<Data>,
  values: Readonly<Record<string, string>> = {},
): OpenForm => ({ form, data, values });

export const isForm = (answer: Answer): answer is OpenForm => 'form' in answer;
