import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';

/** Answers the benchmark's questions to this helper process. */
export function answer<Question extends TSchema>(
  question: Question,
  work: (question: Static<Question>) => object | Promise<object>,
): void {
  process.on('message', (message) => {
    const reply = async () => {
      process.send?.(await work(Value.Parse(question, message)));
    };
    void reply();
  });
}
