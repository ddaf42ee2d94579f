import { Hono } from 'hono'

import type { Donations } from '../donations/donations.ts'
import type { Env } from '../http/context.ts'
import { gate, noSubject } from '../http/gate.ts'
import type { MyDonationReader } from '../overview/read-given.ts'
import { toUser } from '../policy/actor.ts'
import * as may from '../policy/rules.ts'
import type { GuestDataAccess } from '../privacy/guest/guest-data.ts'
import { parsePageCursor } from './page-cursor.ts'

const pageRows = 20

type MyDonationRouteDeps = {
  donations: Pick<Donations, 'listDonations' | 'claimDonations'>
  myDonations: MyDonationReader
  guestData: Pick<GuestDataAccess, 'findFreshLink'>
}

/** /api/my-donations: what a person gave. The list of an account is GET /api/transactions?tab=given. */
export function myDonationRoutes({ donations, myDonations, guestData }: MyDonationRouteDeps) {
  const find = (token: string) => guestData.findFreshLink(token)
  return new Hono<Env>()
    .get('/', gate(may.readMyDonations, noSubject), async (c) =>
      c.json(await myDonations.read(toUser(c.var.actor))),
    )
    .post('/claim', gate(may.claimDonations, noSubject), async (c) =>
      c.json({ claimed: await donations.claimDonations(toUser(c.var.actor)) }),
    )
    .get('/:id', gate(may.readGuestDonations, find), async (c) => {
      const after = parsePageCursor(c)
      const { email: guestEmail } = c.var.subject
      return c.json(
        await donations.listDonations({
          tab: 'given',
          guestEmail,
          limit: pageRows,
          ...(after && { after }),
        }),
      )
    })
}
