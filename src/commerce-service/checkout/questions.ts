import { html, type SafeHtml } from '@remix-run/html-template';
import { Refusal } from '../api/refusal.ts';
import { type Answer, type CustomField, toCustomFields } from '../plans/custom-fields-schema.ts';
import type { PlanRow } from '../plans/schema.ts';
import { plural } from '../plural.ts';
import { field } from './fields.ts';
import { answerName, type Filled } from './form-data.ts';
import type { Order } from './order.ts';

/** Value of a ticked box, in forms and in the database. */
const TICKED = 'yes';

export const questionFields = (plan: PlanRow, { custom_fields }: Filled): SafeHtml[] =>
  toCustomFields(plan.customFields).map((question) =>
    questionField(question, custom_fields[question.id] ?? ''),
  );

function questionField(question: CustomField, given: string): SafeHtml {
  const { field_type, name: label, required, placeholder, max_length } = question;
  const name = answerName(question.id);
  const needed = required ? html` required` : '';
  const optional = required ? '' : html` <span>(optional)</span>`;
  switch (field_type) {
    case 'checkbox':
      return html`<div class="field checkbox">
<label><input type="checkbox" name="${name}" value="${TICKED}"${given === TICKED ? html` checked` : ''}${needed}> ${label}</label>
</div>`;
    case 'choice':
      return html`<div class="field">
<label for="${name}">${label}${optional}</label>
<select id="${name}" name="${name}"${needed}>
<option value="">Please choose</option>
${question.options.map((option) => html`<option value="${option}"${option === given ? html` selected` : ''}>${option}</option>`)}
</select>
</div>`;
    case 'text':
      return field(
        name,
        label,
        html`autocomplete="off" maxlength="${max_length ?? ''}" placeholder="${placeholder ?? ''}"${needed}`,
        given,
        required ? {} : { after: html` <span>(optional)</span>` },
      );
  }
}

/** Validates a buyer's answers. Returns them in the order of the questions, without unanswered ones. */
export function checkAnswers(plan: PlanRow, { custom_fields = {} }: Order): Answer[] {
  const questions = toCustomFields(plan.customFields);
  const unknown = Object.keys(custom_fields).find((id) => questions.every((each) => each.id !== id));
  if (unknown !== undefined)
    throw new Refusal('invalid', 'The questions for this plan have changed. Please review your answers.');
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
    throw new Refusal('invalid', `“${name}” must be answered with a text.`);
  const answer = typeof given === 'boolean' ? (given ? TICKED : '') : (given ?? '').trim();
  if (answer === '') {
    if (!required) return undefined;
    const how = field_type === 'checkbox' ? 'must be ticked' : 'needs an answer';
    throw new Refusal('invalid', `“${name}” ${how}.`);
  }
  if (field_type === 'choice' && !options.includes(answer))
    throw new Refusal('invalid', `“${name}” must be answered with one of: ${options.join(', ')}.`);
  if (field_type === 'checkbox' && answer !== TICKED)
    throw new Refusal('invalid', `“${name}” must be answered with true or “${TICKED}”, or be left out.`);
  // A text field has no control characters, and in JSON each of them takes six times the space.
  if (/\p{Cc}/u.test(answer))
    throw new Refusal(
      'invalid',
      `The answer to “${name}” contains characters that can't be shown. Type it again.`,
    );
  if (max_length !== null && answer.length > max_length)
    throw new Refusal(
      'invalid',
      `The answer to “${name}” must be ${max_length} ${plural(max_length, 'character', 'characters')} or fewer.`,
    );
  return answer;
}
