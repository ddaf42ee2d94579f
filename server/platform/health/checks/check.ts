/** Something that must hold for Ajo to work. `find` returns what is wrong as one sentence with the remedy. */
export type Check = {
  name: string
  find: () => Promise<string | undefined>
  /** The server does not start without it. Readiness asks those of them that can change while it runs. */
  isFatal?: boolean
}

export type Finding = { name: string; fault: string | undefined; isFatal: boolean }

const timeoutMs = 15_000

/** Runs all checks. One that fails or does not end in time counts as a fault. */
export async function runChecks(checks: readonly Check[]): Promise<Finding[]> {
  return Promise.all(
    checks.map(async ({ name, find, isFatal = false }) => ({
      name,
      fault: await withTimeout(find()).catch(
        (error: unknown) => `The check did not end: ${toText(error)}.`,
      ),
      isFatal,
    })),
  )
}

async function withTimeout(work: Promise<string | undefined>): Promise<string | undefined> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Error(`no result in ${timeoutMs / 1_000} s`)),
    timeoutMs,
  )
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

function toText(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
