import { MentionableSelectMenuBuilder, MessageFlags, Routes } from 'discord.js';
import { expect, test } from 'vitest';
import { connectRest, startSandbox } from './sandbox.ts';

const row = (component: object) => ({ components: [{ type: 1, components: [component] }] });
const button = (more: object) => row({ type: 2, style: 1, custom_id: 'a', ...more });
const link = (more: object) => row({ type: 2, style: 5, label: 'A', url: 'https://example.com', ...more });
const menu = (type: number, more: object) => row({ type, custom_id: 'a', ...more });
const options = ['a', 'b'].map((value) => ({ label: value, value, default: true }));
const somebody = (id: string) => ({ id, type: 'user' });
const inRow = (errors: object) => ({ errors: { components: { 0: { components: { 0: errors } } } } });
const told = (code: string) => ({ _errors: [{ code }] });

async function openChannel() {
  const started = await startSandbox();
  const { sandbox, clock, send } = started;
  const channelId =
    sandbox.community.state.channels.values().find(({ name }) => name === 'general')?.id ?? '';
  const path = `/channels/${channelId}/messages`;
  const post = async (body: unknown): Promise<unknown> => {
    clock.pass(5_000);
    return (await send('POST', path, body)).json();
  };
  return { ...started, path, post, rest: connectRest(sandbox), channelId };
}

const ID = '123456789012345678';
const URL_IS_NONE = told('URL_TYPE_INVALID_URL');
const NO_EMOJI = told('BUTTON_COMPONENT_INVALID_EMOJI');

// https://docs.discord.com/developers/components/reference and .../resources/message#embed-object
test.each([
  ['a name that is no emoji', button({ emoji: { name: ':smile:' } }), inRow({ emoji: { name: NO_EMOJI } })],
  ['two emojis', button({ emoji: { name: '🔥🔥' } }), inRow({ emoji: { name: NO_EMOJI } })],
  ['an empty emoji', button({ emoji: {} }), inRow({ emoji: { name: NO_EMOJI } })],
  ['an emoji nobody made', button({ emoji: { id: ID, name: 'x' } }), inRow({ emoji: { id: NO_EMOJI } })],
  [
    'an emoji id that is none',
    button({ emoji: { id: 'x' } }),
    inRow({ emoji: { id: told('NUMBER_TYPE_COERCE') } }),
  ],
  [
    'an emoji of an option that is none',
    menu(3, { options: [{ label: 'a', value: 'a', emoji: { name: 'a' } }] }),
    inRow({ options: { 0: { emoji: { name: NO_EMOJI } } } }),
  ],
  ['a link to nowhere', link({ url: 'https://' }), inRow({ url: URL_IS_NONE })],
  ['a link with spaces', link({ url: 'https://example.com/a b' }), inRow({ url: URL_IS_NONE })],
  [
    'a link that is pressed too',
    link({ custom_id: 'a' }),
    inRow(told('BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE')),
  ],
  [
    'an embed that leads nowhere',
    { embeds: [{ title: 'x', url: 'https://' }] },
    { errors: { embeds: { 0: { url: URL_IS_NONE } } } },
  ],
  [
    'a picture from nowhere',
    { embeds: [{ title: 'x', image: { url: 'http://???' } }] },
    { errors: { embeds: { 0: { image: { url: URL_IS_NONE } } } } },
  ],
  ['too many default options', menu(3, { options }), inRow({ options: told('BASE_TYPE_MAX_LENGTH') })],
  [
    'too many default values',
    menu(5, { default_values: [somebody(ID), somebody(`${ID}9`)] }),
    inRow({ default_values: told('BASE_TYPE_MAX_LENGTH') }),
  ],
  [
    'a default value that is no id',
    menu(5, { default_values: [somebody('x')] }),
    inRow({ default_values: { 0: { id: told('NUMBER_TYPE_COERCE') } } }),
  ],
  [
    'one number for two components',
    {
      flags: MessageFlags.IsComponentsV2,
      components: ['a', 'b'].map((content) => ({ type: 10, id: 5, content })),
    },
    { errors: { components: { 1: { id: told('BASE_TYPE_INVALID') } } } },
  ],
])('a message with %s is refused: 50035', async (_, body, refusal) => {
  const { post } = await openChannel();
  expect(
    await post({ ...(!('embeds' in body) && !('flags' in body) && { content: 'x' }), ...body }),
  ).toMatchObject({
    code: 50035,
    ...refusal,
  });
});

test.each(['🔥', '❤️', '❤', '⚙', '👩‍🚀', '🇳🇴', '1️⃣'])('%s is an emoji', async (name) => {
  const { post } = await openChannel();
  expect(await post({ content: 'x', ...button({ emoji: { name } }) })).toHaveProperty('id');
});

// https://docs.discord.com/developers/components/reference#legacy-message-component-behavior
test('a message that has said something becomes Components V2 only when that is taken back', async () => {
  const { path, send, post, rest, channelId } = await openChannel();
  const container = { flags: MessageFlags.IsComponentsV2, components: [{ type: 10, content: 'new' }] };
  const edit = async (said: object, body: object) => {
    const { id } = Object(await post(said));
    return { answer: await (await send('PATCH', `${path}/${id}`, body)).json(), id };
  };
  const legacy = told('MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2');
  expect((await edit({ content: 'old' }, container)).answer).toMatchObject({ errors: { content: legacy } });
  const embeds = [{ title: 'old' }];
  expect((await edit({ embeds }, container)).answer).toMatchObject({ errors: { embeds: legacy } });
  const { id } = await edit({ content: 'old', embeds }, { ...container, content: null, embeds: [] });
  expect(await rest.get(Routes.channelMessage(channelId, id))).toMatchObject({ content: '', embeds: [] });
});

// https://docs.discord.com/developers/resources/channel#channel-object-channel-types
test('menus of people and roles together, and of kinds of channels that aren’t here, are fine', async () => {
  const { post } = await openChannel();
  const both = new MentionableSelectMenuBuilder().setCustomId('a').toJSON();
  expect(await post({ content: 'x', ...row(both) })).toHaveProperty('id');
  expect(await post({ content: 'x', ...menu(8, { channel_types: [0, 5] }) })).toHaveProperty('id');
});
