-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "audit";

-- CreateTable
CREATE TABLE "audit"."entries" (
    "seq" BIGINT NOT NULL DEFAULT 0,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "object_type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "address" TEXT,
    "guild_id" TEXT,
    "details" JSON NOT NULL DEFAULT '{}',
    "key" TEXT,
    "settles" BIGINT,
    "previous" TEXT NOT NULL DEFAULT '',
    "hash" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "entries_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "audit"."head" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "seq" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "head_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "entries_key_key" ON "audit"."entries"("key");

-- CreateIndex
CREATE UNIQUE INDEX "entries_settles_key" ON "audit"."entries"("settles");

-- CreateIndex
CREATE INDEX "entries_guild_id_object_id_at_idx" ON "audit"."entries"("guild_id", "object_id", "at");

-- AddForeignKey
ALTER TABLE "audit"."entries" ADD CONSTRAINT "entries_settles_fkey" FOREIGN KEY ("settles") REFERENCES "audit"."entries"("seq") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Before the first entry.
INSERT INTO "audit"."head" ("seq", "hash") VALUES (0, repeat('0', 64));

-- One field so that no two lists of fields are encoded alike: its length in bytes of UTF-8, and the text; "-" for null.
CREATE FUNCTION "audit"."field_of"(value TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(octet_length(convert_to(value, 'UTF8')) || ':' || value, '-')
$$;

-- `npm run audit:verify` computes the same on its own (src/audit/hash.ts).
CREATE FUNCTION "audit"."hash_of"(entry "audit"."entries") RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(concat(
    audit.field_of(entry.previous),
    audit.field_of(entry.seq::text),
    audit.field_of((extract(epoch FROM entry.at) * 1000)::bigint::text),
    audit.field_of(entry.actor_kind),
    audit.field_of(entry.actor_id),
    audit.field_of(entry.action),
    audit.field_of(entry.object_type),
    audit.field_of(entry.object_id),
    audit.field_of(entry.address),
    audit.field_of(entry.guild_id),
    audit.field_of(entry.details::text),
    audit.field_of(entry.key),
    audit.field_of(entry.settles::text)
  ), 'UTF8')), 'hex')
$$;

-- Whoever appends waits here for whoever appended before, until that transaction ends: no number is left out.
CREATE FUNCTION "audit"."append"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT head.seq + 1, head.hash INTO NEW.seq, NEW.previous FROM audit.head FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The audit log has lost its head: look at it with npm run audit:verify.';
  END IF;
  NEW.hash := audit.hash_of(NEW);
  UPDATE audit.head SET seq = NEW.seq, hash = NEW.hash;
  RETURN NEW;
END $$;
CREATE TRIGGER "append" BEFORE INSERT ON "audit"."entries" FOR EACH ROW EXECUTE FUNCTION "audit"."append"();

CREATE FUNCTION "audit"."refuse"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is only ever appended to: no % of audit.%.', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit"."entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "audit"."refuse"();
CREATE TRIGGER "one_row" BEFORE INSERT OR DELETE OR TRUNCATE ON "audit"."head"
  FOR EACH STATEMENT EXECUTE FUNCTION "audit"."refuse"();
-- The trigger above moves it, and nobody else.
CREATE TRIGGER "moved_by_append" BEFORE UPDATE ON "audit"."head"
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "audit"."refuse"();

-- Admins' actions become entries: those that are there, and those that processes of the version before still write. What
-- came of an order, which that version writes into the row, becomes an entry of its own.
CREATE FUNCTION "audit"."append_admin_action"(done "community"."admin_actions", settles BIGINT) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO audit.entries
    (at, actor_kind, actor_id, action, object_type, object_id, guild_id, details, key, settles)
  SELECT done.at, 'admin', done.actor, done.action,
    CASE
      WHEN done.action = 'settings changed' THEN 'guild'
      WHEN done.action = 'link panel posted' THEN 'channel'
      WHEN done.action LIKE 'mapping %' THEN 'role'
      WHEN done.action LIKE 'problem %' THEN 'problem'
      WHEN done.action LIKE 'sweep %' THEN 'sweep'
      WHEN done.action IN ('plan created', 'quick link created') THEN 'plan'
      WHEN done.action LIKE 'webhook %' THEN 'webhook'
      WHEN done.action LIKE 'work %' AND done.subject ~ '^\d+$' THEN 'member'
      WHEN done.action LIKE 'work %' AND done.subject NOT LIKE 'mem\_%' THEN 'queue'
      ELSE 'membership'
    END,
    done.subject, done.guild_id, done.details::json, CASE WHEN settles IS NULL THEN done.id END, settles
$$;

DO $$
DECLARE done "community"."admin_actions";
BEGIN
  -- The version before writes none meanwhile, which the trigger below would not see.
  LOCK TABLE community.admin_actions IN SHARE ROW EXCLUSIVE MODE;
  FOR done IN SELECT * FROM community.admin_actions ORDER BY at, id LOOP
    PERFORM audit.append_admin_action(done, NULL);
  END LOOP;
END $$;

CREATE FUNCTION "audit"."pass_on"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM audit.append_admin_action(NEW, NULL);
  ELSE
    PERFORM audit.append_admin_action(NEW, (SELECT seq FROM audit.entries WHERE key = NEW.id));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "pass_on" AFTER INSERT OR UPDATE ON "community"."admin_actions"
  FOR EACH ROW EXECUTE FUNCTION "audit"."pass_on"();
