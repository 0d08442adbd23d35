import { html, type SafeHtml } from '@remix-run/html-template';
import Value from 'typebox/value';
import { layout, readStyle } from '../../pages/layout.ts';
import { Document, DocumentedSchema, type Operation } from './document.ts';

const STYLE = readStyle(new URL('./docs.css', import.meta.url));
export const DOCS_STYLE_HASH = STYLE.hash;

/** The interface for people to read. It is one page without any script, made from the description itself. */
export function docsPage(description: object): SafeHtml {
  const document = Value.Parse(Document, description);
  const { info, tags } = document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = tags.filter(({ name }) => operations.some(({ operation }) => operation.tags.includes(name)));
  return layout(
    `${info.title} · API`,
    html`<main class="docs">
<header class="intro">
<h1>${info.title} API</h1>
<p>${info.description.replaceAll('`', '')}</p>
<p>The same for programs: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Contents">${groups.map(({ name }) => html`<a href="#${slug(name)}">${name}</a>`)} <a href="#types">Types</a></nav>
</header>
${groups.map((tag) => group(tag, operations))}
<section aria-labelledby="types">
<h2 id="types">Types</h2>
${Object.entries(document.components.schemas).map(
  ([name, schema]) => html`<details class="operation"><summary><code>${name}</code></summary>
<div class="detail" id="type-${name}">${describeFields(schema)}</div></details>`,
)}
</section>
</main>`,
    STYLE,
  );
}

const slug = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

interface Placed {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

const group = ({ name, description }: Document['tags'][number], operations: readonly Placed[]): SafeHtml =>
  html`<section aria-labelledby="${slug(name)}">
<h2 id="${slug(name)}">${name}</h2>
<p class="soft">${description}</p>
${operations.filter(({ operation }) => operation.tags.includes(name)).map(show)}
</section>`;

function show({ path, method, operation }: Placed): SafeHtml {
  const section = operation['x-specified-in'];
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  return html`<details class="operation" id="${operation.operationId}">
<summary><span class="method">${method.toUpperCase()}</span> <code>${path}</code> <span class="soft">${operation.summary}</span><span class="badge">${section === undefined ? 'beyond the specification' : `specified in ${section}`}</span></summary>
<div class="detail">
${operation.description === undefined ? '' : html`<p>${operation.description}</p>`}
${operation.parameters ? html`<div><h3>Parameters</h3><dl class="fields">${operation.parameters.map((parameter) => field(parameter.name, { ...parameter.schema, description: parameter.description ?? '' }, `${parameter.in}${parameter.required ? ', required' : ''}`))}</dl></div>` : ''}
${body ? html`<div><h3>Body</h3>${describeFields(body)}</div>` : ''}
<div><h3>Answers</h3><dl class="fields">${Object.entries(operation.responses).map(
    ([status, answer]) =>
      html`<div><dt><code>${status}</code> ${answerType(answer)}</dt><dd>${answer.description}</dd></div>`,
  )}</dl></div>
</div>
</details>`;
}

function answerType({ content = {} }: Operation['responses'][string]): SafeHtml | string {
  const schema = content['application/json']?.schema;
  if (!schema) return '';
  const items = schema.properties?.['data'];
  return items === undefined ? typeOf(schema) : html`page: ${typeOf(items)}`;
}

function describeFields(schema: DocumentedSchema): SafeHtml {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return html`<p>${typeOf(schema)}</p>`;
  return html`<dl class="fields">${fields.map(([name, inner]) =>
    field(name, inner, schema.required?.includes(name) ? 'required' : ''),
  )}</dl>`;
}

function field(name: string, schema: unknown, note: string): SafeHtml {
  if (!Value.Check(DocumentedSchema, schema)) return html`<div><dt><code>${name}</code></dt></div>`;
  return html`<div><dt><code>${name}</code> <small>${note}</small></dt>
<dd>${schema.description ? html`<p>${schema.description}</p>` : ''}<p><small>${typeOf(schema)}${limits(schema)}</small></p></dd></div>`;
}

function limits(schema: DocumentedSchema): string {
  const { minimum, maximum } = schema;
  return [
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`up to ${maximum}`]),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ]
    .map((text) => ` · ${text}`)
    .join('');
}

/** The type in few words, with a link where it has a name. */
function typeOf(schema: unknown): SafeHtml | string {
  if (!Value.Check(DocumentedSchema, schema)) return 'anything';
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#type-${name}">${name}</a>`;
  }
  if (schema.enum) return schema.enum.join(' | ');
  if (schema.anyOf)
    return html`${schema.anyOf.map((one, index) => html`${index > 0 ? ' or ' : ''}${typeOf(one)}`)}`;
  if (schema.type === 'array') return html`list of ${typeOf(schema.items)}`;
  return typeof schema.type === 'string' ? schema.type : 'anything';
}
