import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** Creates the error for parameters of a message that cannot be used. */
export const invalidParams = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message);
