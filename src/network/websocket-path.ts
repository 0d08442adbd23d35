/** The only address at which a WebSocket can be opened: the sandbox's gateway. */
export const WEBSOCKET_PATH = '/sandbox/gateway';
