import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
import type { Text } from '../../words/index.ts';
import type { Context } from './context.ts';
import { type Fields, type FilledIn, readFields } from './fields.ts';
import type { Reply } from './reply.ts';

/** `update` changes the message with the control, `reply` answers below it, `form` opens a form. */
export type Answers = 'update' | 'reply' | 'form';

/**
 * What happens after a button, a menu or a form. The platform carries only a random id of it; the rest is kept by us.
 */
export interface Step<Data extends TSchema> {
  readonly schema: Data;
  readonly answers: Answers;
  /** Whether it is done once, however often and by however many it is pressed. */
  readonly once: boolean;
  invoke(context: Context, data: unknown, given: Given): Promise<Answer>;
}

/** What was chosen in a menu, or filled into a form, by the names of its fields. */
export interface Given {
  readonly chosen: readonly string[];
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** A form, and where it leads. */
export interface Form<Data extends TSchema> extends Step<Data> {
  readonly title: Text;
  readonly fields: Fields;
}

/** A form to be opened. */
export interface OpenForm {
  readonly form: Form<TSchema>;
  readonly data: unknown;
  /** What stands in its fields already. */
  readonly values: Readonly<Record<string, string>>;
}

export type Answer = Reply | OpenForm;

interface Common<Data extends TSchema> {
  /** What it has to know, kept from when it was offered. */
  readonly data: Data;
  readonly once?: boolean;
}
type StepRun<Data extends TSchema, Said> = (
  context: Context,
  data: Static<Data>,
  chosen: readonly string[],
) => Promise<Said>;

/**
 * Declares what a button or a menu does. One that opens a form says so: the platform takes a form as the first
 * answer only, so nothing slow may come before it.
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

/** Declares a form and what is done with what is filled in. */
export function defineForm<Data extends TSchema, Of extends Fields>(
  form: Common<Data> & {
    readonly title: Text;
    readonly fields: Of;
    /** `update` changes the message whose button opened it; `reply` (when left out) answers below. */
    readonly answers?: 'update' | 'reply';
    run(context: Context, data: Static<Data>, values: FilledIn<Of>): Promise<Reply>;
  },
): Form<Data> {
  return {
    ...{ schema: form.data, title: form.title, fields: form.fields },
    answers: form.answers ?? 'reply',
    once: form.once ?? false,
    invoke: (context, data, { fields }) =>
      form.run(context, Value.Parse(form.data, data), readFields(form.fields, fields)),
  };
}

/** Opens a form: the answer of what said that it would. */
export const open = <Data extends TSchema>(
  form: Form<Data>,
  data: Static<Data>,
  values: Readonly<Record<string, string>> = {},
): OpenForm => ({ form, data, values });

export const isForm = (answer: Answer): answer is OpenForm => 'form' in answer;
