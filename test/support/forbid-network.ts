import { Server, Socket } from 'node:net';

/** What takes seconds to test stays so: a test that needs a server or a database belongs to the others. */
const refuse = (): never => {
  throw new Error('A unit test opens no connection: name its file *.test.ts instead of *.unit.test.ts.');
};

Socket.prototype.connect = refuse;
Server.prototype.listen = refuse;
