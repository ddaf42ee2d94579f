import { AsyncLocalStorage } from 'node:async_hooks'

import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** What is being answered just now: every line that is written meanwhile carries its id. */
const request = new AsyncLocalStorage<{ requestId: string }>()

/** One JSON object a line. Nothing in it helps to be somebody else: see `withoutSecrets`. */
export function openLog(level: string, destination: DestinationStream = process.stdout): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => request.getStore() ?? {},
      serializers: { err: describeError, error: describeError },
      redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`]), censor: '[hidden]' },
    },
    { write: (line: string) => destination.write(withoutSecrets(line)) },
  )
}

export function withRequestId<Result>(requestId: string, work: () => Result): Result {
  return request.run({ requestId }, work)
}

const secretFields =
  'password currentPassword newPassword confirmPassword token oobCode cookie authorization secretKey accountNumber headers body payload'.split(
    ' ',
  )

/** The last word over every line, whoever wrote it: addresses of people, keys, and what stands in the query of a link. */
function withoutSecrets(line: string): string {
  return line
    .replaceAll(/[\w.%+-]+@[\w-]+(\.[\w-]+)+/g, '[email]')
    .replaceAll(/\bsk_(test|live)_\w+/g, '[key]')
    .replaceAll(/(\w+:\/\/)[^\s/@"]+:[^\s/@"]+@/g, '$1[hidden]@')
    .replaceAll(/\?[\w%.~[\]-]+=[^\s"\\]*/g, '?[query]')
    .replaceAll(/\/donations\/[^\s/"\\?]+/g, '/donations/[code]')
}

/** PostgreSQL's `detail` quotes the row, so only named parts of an error are written. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  const constraint = 'constraint' in error ? error.constraint : undefined
  return {
    name,
    message,
    code,
    constraint,
    stack,
    ...(cause ? { cause: describeError(cause) } : {}),
  }
}
