/**
 * Fastify looks through all loaded modules for the name of each plugin that has no display name. With the test runner's
 * thousands of modules that is a twentieth of a test's time, so every function has one.
 */
const DISPLAY_NAME = Symbol.for('fastify.display-name');

if (!Object.hasOwn(Function.prototype, DISPLAY_NAME))
  Object.defineProperty(Function.prototype, DISPLAY_NAME, {
    get() {
      return this.name || 'anonymous';
    },
    // As an assignment does where nothing is inherited.
    set(value) {
      Object.defineProperty(this, DISPLAY_NAME, { value, writable: true, configurable: true });
    },
  });
