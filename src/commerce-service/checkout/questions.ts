import { html, type SafeHtml } from '@remix-run/html-template';
import type { Words } from '../../i18n/index.ts';
import { Refusal } from '../api/refusal.ts';
import { type Answer, type CustomField, toCustomFields } from '../plans/custom-fields.ts';
import type { PlanRow } from '../plans/schema.ts';
import { field, optional } from './fields.ts';
import { answerName, type Filled } from './form-data.ts';
import type { Order } from './order.ts';

/** Value of a ticked box, in forms and in the database. */
const TICKED = 'yes';

export const questionFields = (words: Words, plan: PlanRow, { custom_fields }: Filled): SafeHtml[] =>
  toCustomFields(plan.customFields).map((question) =>
    questionField(words, question, custom_fields[question.id] ?? ''),
  );

function questionField(words: Words, question: CustomField, given: string): SafeHtml {
  const { field_type, name: label, required, placeholder, max_length } = question;
  const name = answerName(question.id);
  const needed = required ? html` required` : '';
  const mark = required ? '' : optional(words);
  switch (field_type) {
    case 'checkbox':
      return html`<div class="field checkbox">
<label><input type="checkbox" name="${name}" value="${TICKED}"${given === TICKED ? html` checked` : ''}${needed}> ${label}</label>
</div>`;
    case 'choice':
      return html`<div class="field">
<label for="${name}">${label}${mark}</label>
<select id="${name}" name="${name}"${needed}>
<option value="">${words.pages.checkout.form.choose}</option>
${question.options.map((option) => html`<option value="${option}"${option === given ? html` selected` : ''}>${option}</option>`)}
</select>
</div>`;
    case 'text':
      return field(
        name,
        label,
        html`autocomplete="off" maxlength="${max_length ?? ''}" placeholder="${placeholder ?? ''}"${needed}`,
        given,
        required ? {} : { after: optional(words) },
      );
  }
}

/** Validates a buyer's answers. Returns them in the order of the questions, without unanswered ones. */
export function checkAnswers(plan: PlanRow, { custom_fields = {} }: Order): Answer[] {
  const questions = toCustomFields(plan.customFields);
  const unknown = Object.keys(custom_fields).find((id) => questions.every((each) => each.id !== id));
  if (unknown !== undefined) throw new Refusal('invalid', ({ refusals }) => refusals.questionsChanged);
  return questions.flatMap((question) => {
    const answer = checkAnswer(question, custom_fields[question.id]);
    return answer === undefined ? [] : [{ id: question.id, question: question.name, answer }];
  });
}

function checkAnswer(
  { field_type, name, required, max_length, options }: CustomField,
  given: string | boolean | undefined,
): string | undefined {
  if (typeof given === 'boolean' && field_type !== 'checkbox')
    throw new Refusal('invalid', ({ refusals }) => refusals.answer.text(name));
  const answer = typeof given === 'boolean' ? (given ? TICKED : '') : (given ?? '').trim();
  if (answer === '') {
    if (!required) return undefined;
    throw new Refusal('invalid', ({ refusals: { answer: said } }) =>
      field_type === 'checkbox' ? said.ticked(name) : said.needed(name),
    );
  }
  if (field_type === 'choice' && !options.includes(answer))
    throw new Refusal('invalid', ({ refusals }) => refusals.answer.oneOf(name, options));
  if (field_type === 'checkbox' && answer !== TICKED)
    throw new Refusal('invalid', ({ refusals }) => refusals.answer.tick(name, TICKED));
  // A text field has no control characters, and in JSON each of them takes six times the space.
  if (/\p{Cc}/u.test(answer))
    throw new Refusal('invalid', ({ refusals }) => refusals.answer.unshowable(name));
  if (max_length !== null && answer.length > max_length)
    throw new Refusal('invalid', ({ refusals }) => refusals.answer.tooLong(name, max_length));
  return answer;
}
