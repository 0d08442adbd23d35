import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { Fault } from '../../errors.ts';
import type { LocalCommunity } from '../community.ts';
import { compareRoles } from '../permissions.ts';
import type { Role } from '../records.ts';
import { Snowflake } from '../snowflake.ts';
import type { FaultPresets } from './fault-presets.ts';

const RoleParams = Type.Object({ role_id: Snowflake });
const HoldParams = Type.Object({ user_id: Snowflake, role_id: Snowflake });
const TroubleParams = Type.Object({ name: Type.String() });
const Switch = Type.Object({ isOn: Type.Boolean() });
const NewRole = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  color: Type.Integer({ minimum: 0, maximum: 0xffffff }),
});
/** Index from the highest role, which is 0. */
const Place = Type.Object({ place: Type.Integer({ minimum: 0, maximum: 249 }) });

/** Serves the owner's controls and the switches for named faults. */
export const ownerRoutes =
  (community: LocalCommunity, guildId: string, presets: FaultPresets): FastifyPluginAsyncTypebox =>
  async (app) => {
    /** @throws Fault for an unknown role, or one managed by a bot or the platform */
    const ownRole = (roleId: string): Role => {
      const role = roleId === guildId ? undefined : community.guild(guildId)?.roles.get(roleId);
      if (!role) throw new Fault('SANDBOX_UNKNOWN_ROLE', 'This role no longer exists.');
      if (!role.managed) return role;
      throw new Fault(
        'SANDBOX_MANAGED_ROLE',
        `${role.name} is managed by the platform and can’t be given, taken or deleted here.`,
      );
    };

    /** @throws Fault for a role that can't be given by hand */
    const roleToHold = (roleId: string): Role => {
      const role = ownRole(roleId);
      if (!role.requires) return role;
      throw new Fault(
        'SANDBOX_LINKED_ROLE',
        `${role.name} is a linked role. The platform gives it to members who have linked what it requires.`,
      );
    };

    /** @throws Fault for @everyone, which is always the lowest role */
    const roleToMove = (roleId: string): string => {
      if (roleId !== guildId) return roleId;
      throw new Fault('SANDBOX_DEFAULT_ROLE', 'The default role can’t be moved.');
    };

    app.post('/roles', { schema: { body: NewRole } }, async ({ body }, reply) => {
      const role = community.createRole(guildId, {
        ...body,
        name: body.name.trim(),
        position: 1,
        hoist: true,
      });
      return reply.status(201).send({ id: role.id });
    });
    app.put(
      '/roles/:role_id/place',
      { schema: { params: RoleParams, body: Place } },
      async ({ params, body }, reply) => {
        community.orderRoles(guildId, moved(community, guildId, roleToMove(params.role_id), body.place));
        return reply.status(204).send();
      },
    );
    app.delete('/roles/:role_id', { schema: { params: RoleParams } }, async ({ params }, reply) => {
      community.deleteRole(guildId, ownRole(params.role_id).id);
      return reply.status(204).send();
    });

    const held = '/members/:user_id/roles/:role_id';
    app.put(held, { schema: { params: HoldParams } }, async ({ params }, reply) => {
      community.giveRole(guildId, params.user_id, roleToHold(params.role_id).id);
      return reply.status(204).send();
    });
    app.delete(held, { schema: { params: HoldParams } }, async ({ params }, reply) => {
      community.takeRole(guildId, params.user_id, roleToHold(params.role_id).id);
      return reply.status(204).send();
    });

    app.put('/screening', { schema: { body: Switch } }, async ({ body }, reply) => {
      community.setScreening(guildId, body.isOn);
      return reply.status(204).send();
    });
    app.put(
      '/fault-presets/:name',
      { schema: { params: TroubleParams, body: Switch } },
      async ({ params, body }, reply) => {
        if (presets.set(params.name, body.isOn)) return reply.status(204).send();
        const message = `There is no fault called ${params.name}.`;
        return reply.status(404).send({ error: { status: 404, message } });
      },
    );
  };

/** Returns the guild's roles, lowest first, with one of them moved. */
function moved(community: LocalCommunity, guildId: string, roleId: string, place: number): string[] {
  const roles = [...(community.guild(guildId)?.roles.values() ?? [])];
  const order = roles
    .filter(({ id }) => id !== guildId && id !== roleId)
    .sort((a, b) => compareRoles(b, a))
    .map(({ id }) => id);
  return order.toSpliced(place, 0, roleId).reverse();
}
