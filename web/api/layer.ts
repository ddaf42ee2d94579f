export type Headers = Record<string, string>
/** A request on its way to the server. */
export type Call = { method: string; path: string; body?: unknown; headers: Headers }
/** Brings a call to the server; resolves to what it answered. */
export type Carry = (call: Call) => Promise<unknown>
/** Stands between a call and the network, and sends it once more where that helps. */
export type Layer = (next: Carry) => Carry
