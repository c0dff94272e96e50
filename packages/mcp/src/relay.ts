import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { InitializeResultSchema, isJSONRPCRequest, isJSONRPCResultResponse } from '@modelcontextprotocol/sdk/types.js';

/** Error code of the relay: the first that JSON-RPC leaves to implementations. */
const NOT_PASSED_ON = -32_000;

/**
 * Passes every message of a client to the service, and every response back. If the service refuses a request or cannot be reached, the
 * response is an error; other requests are not affected.
 */
export async function relay(client: StdioServerTransport, service: StreamableHTTPClientTransport): Promise<void> {
  client.onmessage = (message) => {
    service.send(message).catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      if (isJSONRPCRequest(message))
        void client.send({ jsonrpc: '2.0', id: message.id, error: { code: NOT_PASSED_ON, message: text } });
      else process.stderr.write(`${text}\n`);
    });
  };
  service.onmessage = (message) => {
    const agreed = isJSONRPCResultResponse(message) ? InitializeResultSchema.safeParse(message.result) : undefined;
    if (agreed?.success) service.setProtocolVersion(agreed.data.protocolVersion);
    void client.send(message);
  };
  await service.start();
  await client.start();
}
