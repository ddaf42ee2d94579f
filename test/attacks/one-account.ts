import { matrix } from '../architecture/matrix.ts'
import { getExpected, type Case } from '../architecture/matrix-cells.ts'
import { roles } from '../architecture/matrix-roles.ts'
import { sendRequest, type Cell } from '../architecture/matrix-run.ts'
import type { World } from '../architecture/matrix-world.ts'

export const parallelRequests = 40

/** Answers of the account and of a visitor who reads meanwhile. */
type Burst = {
  route: string
  statuses: number[]
  /** Answers that no client should get: 5xx other than 503 with `retry-after`. */
  faults: string[]
  visitorStatuses: number[]
}

/** One request for every route of the app that changes something, or for every other one, by an account that may make it. */
export function listRequests({ app }: World, isRead = false): Cell[] {
  const routes = app.routes
    .filter(({ method, handler }) => 'rule' in handler && /^(GET|HEAD)$/.test(method) === isRead)
    .map(({ method, path }) => `${method} ${path}`)
  return [...new Set(routes)].map((route) => {
    const cell = findAccepted(route, matrix[route] ?? [])
    if (!cell) throw new Error(`the matrix has no case for ${route}`)
    return cell
  })
}

function findAccepted(route: string, cases: Case[]): Cell | undefined {
  const accounts = roles.filter((role) => !['anonymous', 'disabled', 'stale'].includes(role))
  const cells = cases.flatMap((of) => accounts.map((role): Cell => ({ route, of, role })))
  return cells.find(({ of, role }) => getExpected(of, role).code === undefined) ?? cells[0]
}

/** Sends a request 40 times at once, while a visitor reads the list of campaigns one request after the other. */
export async function sendBurst(world: World, cell: Cell): Promise<Burst> {
  const burst: Burst = {
    route: `${cell.route} by ${cell.role}`,
    statuses: [],
    faults: [],
    visitorStatuses: [],
  }
  let isRunning = true
  const reading = (async () => {
    do await read(world, burst)
    while (isRunning)
  })()
  await Promise.all(
    Array.from({ length: parallelRequests }, async () => {
      const response = await sendRequest(world, cell)
      await response.arrayBuffer()
      burst.statuses.push(response.status)
      const mayRetry = response.status === 503 && response.headers.has('retry-after')
      if (response.status >= 500 && !mayRetry)
        burst.faults.push(`${burst.route} was answered ${response.status}`)
    }),
  )
  isRunning = false
  await reading
  return burst
}

let lastQuestion = 0

/** Asks another question each time, so that no cache answers and the read needs the database. */
async function read({ app }: World, burst: Burst): Promise<void> {
  const response = await app.request(`/api/campaigns?limit=6&q=word${++lastQuestion}`)
  await response.arrayBuffer()
  burst.visitorStatuses.push(response.status)
}

/** Waits until everything that the requests started has ended, and restores the store. */
export async function restore({ store }: World): Promise<void> {
  await store.restore(await store.changed())
}
