import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Locale } from 'discord-api-types/v10';
import Type from 'typebox';
import { Fault } from '../../errors.ts';
import { guildIn } from '../changes/change.ts';
import type { LocalCommunity } from '../community.ts';
import { setScene } from '../interactions/scene.ts';
import { Snowflake } from '../snowflake.ts';
import { toMemberPage } from './view/people.ts';
import { maySpeak } from './view/talk.ts';

const NewcomerBody = Type.Object({ name: Type.String({ minLength: 2, maxLength: 32, pattern: '\\S\\S*' }) });
const Wanted = Type.Object({
  find: Type.Optional(Type.String({ maxLength: 100 })),
  page: Type.Optional(Type.Integer({ minimum: 0 })),
});
const params = { schema: { params: Type.Object({ user_id: Snowflake }) } };
const Said = Type.Object({
  as: Snowflake,
  in: Snowflake,
  content: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' }),
});

/** Serves what members do without the bot: joining, leaving, accepting the rules, and writing messages. */
export const peopleRoutes =
  (community: LocalCommunity, guildId: string): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/members', { schema: { querystring: Wanted } }, async ({ query }) => {
      const { state } = community;
      return toMemberPage(state, guildIn(state, guildId), query.find ?? '', query.page ?? 0);
    });
    app.post('/members', { schema: { body: NewcomerBody } }, async ({ body }, reply) => {
      const displayName = body.name.trim();
      const username = freeUsername(community, displayName);
      const { userId } = community.join(guildId, { username, displayName });
      return reply.status(201).send({ id: userId });
    });
    app.post('/members/:user_id/return', params, async ({ params: { user_id } }, reply) => {
      community.join(guildId, { userId: user_id });
      return reply.status(204).send();
    });
    app.post('/members/:user_id/leave', params, async ({ params: { user_id } }, reply) => {
      if (community.guild(guildId)?.ownerId === user_id)
        throw new Fault('SANDBOX_OWNER_STAYS', "A community's owner can't leave it.");
      community.leave(guildId, user_id);
      return reply.status(204).send();
    });
    app.post('/members/:user_id/agree', params, async ({ params: { user_id } }, reply) => {
      community.setPending(guildId, user_id, false);
      return reply.status(204).send();
    });
    app.post('/members/:user_id/direct', params, async ({ params: { user_id } }, reply) => {
      if (community.user(user_id)?.bot)
        throw new Fault('SANDBOX_NOT_A_PERSON', 'A bot can’t open direct messages.');
      return reply.status(201).send({ id: community.openDirect(user_id) });
    });

    app.post('/messages', { schema: { body: Said } }, async ({ body }, reply) => {
      const { channel, guild = community.guild(guildId) } = setScene(
        community.state,
        body.as,
        body.in,
        Locale.EnglishUS,
      );
      const user = community.user(body.as);
      if (!user || !guild || !maySpeak(guild, channel, user))
        throw new Fault('SANDBOX_MAY_NOT_SPEAK', 'This member can’t write here.');
      return reply.status(201).send({ id: community.say(body.as, body.in, body.content.trim()).id });
    });
  };

/** Returns an unused username. They are lower case and unique: https://discord.com/developers/docs/resources/user */
function freeUsername(community: LocalCommunity, name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_. ]/g, '')
    .trim()
    .replace(/[ .]+/g, '.');
  const wanted = plain.length < 2 ? 'member' : plain;
  const taken = new Set([...community.state.users.values()].map(({ username }) => username));
  let username = wanted;
  for (let number = 2; taken.has(username); number += 1) username = `${wanted}${number}`;
  return username;
}
