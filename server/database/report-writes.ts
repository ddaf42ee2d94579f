/** Learns of writes. `onWrite` is called when a statement or a transaction has ended, whether or not it succeeded. */
export type WriteReports = { isWrite: (statement: string) => boolean; onWrite: () => void }

type Send<Config, Result> = (config: Config) => Promise<Result>

/** Calls `onWrite` after each statement that writes. Its outcome may be unknown, as after a lost connection. */
export function reportWrites<Config extends { text: string }, Result>(
  send: Send<Config, Result>,
  { isWrite, onWrite }: WriteReports,
): Send<Config, Result> {
  return async (config) => {
    if (!isWrite(config.text)) return send(config)
    try {
      return await send(config)
    } finally {
      onWrite()
    }
  }
}

/** Runs a transaction, and calls `onWrite` once at its end if one of its statements wrote. */
export async function reportOnceAtEnd<Result>(
  { isWrite, onWrite }: WriteReports,
  run: (reports: WriteReports) => Promise<Result>,
): Promise<Result> {
  let hasWritten = false
  try {
    return await run({ isWrite, onWrite: () => (hasWritten = true) })
  } finally {
    if (hasWritten) onWrite()
  }
}

export const noReports: WriteReports = { isWrite: () => false, onWrite: () => {} }
