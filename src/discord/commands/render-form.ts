import {
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  ComponentType,
  TextInputStyle,
} from 'discord-api-types/v10';
import type { Words } from '../../i18n/index.ts';
import { cut } from '../../i18n/markdown.ts';
import type { Field } from './fields.ts';
import type { OpenForm } from './step.ts';

/** Converts a form to the platform's format. @param id custom id under which its step is stored */
export const renderForm = (
  { form, values }: OpenForm,
  id: string,
  words: Words,
): APIModalInteractionResponseCallbackData => ({
  custom_id: id,
  title: cut(form.title(words), 45),
  components: Object.entries(form.fields).map(([name, field]) => toLabel(name, field, values[name], words)),
});

function toLabel(name: string, field: Field, value: string | undefined, words: Words): APILabelComponent {
  const { kind, label, hint, isRequired, longest, of } = field;
  const common = { custom_id: name, required: isRequired };
  return {
    type: ComponentType.Label,
    label: cut(label(words), 45),
    ...(hint && { description: cut(hint(words), 100) }),
    component:
      kind === 'menu'
        ? {
            ...common,
            type: ComponentType.StringSelect,
            options: Object.entries(of).map(([each, text]) => ({
              value: each,
              label: cut(text(words), 100),
              default: each === value,
            })),
          }
        : {
            ...common,
            type: ComponentType.TextInput,
            max_length: longest,
            style: kind === 'line' ? TextInputStyle.Short : TextInputStyle.Paragraph,
            ...(value !== undefined && { value: cut(value, longest) }),
          },
  };
}
