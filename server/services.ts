import type { Config } from './config.ts'
import { visitor, type Actor } from './policy/actor.ts'

/** What the routes are made of. Each route factory takes the few it needs. */
export interface Services {
  actorOf: (request: Request) => Promise<Actor>
}

/** The one place that knows which adapter stands behind each port. */
export async function openServices(_config: Config): Promise<Services & AsyncDisposable> {
  return {
    actorOf: async () => visitor,
    [Symbol.asyncDispose]: async () => {},
  }
}
