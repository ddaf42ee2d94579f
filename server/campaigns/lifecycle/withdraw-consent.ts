import type { ConsentKind } from '#shared/consent-sentences.ts'

import type { Foundation } from '../../providers/foundation.ts'
import { findLanguage } from '../../platform/mail/reader-language.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import type { Consents } from './consents.ts'
import { consentWithdrawnMail } from './consent-mail.ts'

type WithdrawalDeps = Pick<Foundation, 'database' | 'outbox' | 'publicUrl'> & {
  consents: Pick<Consents, 'withdraw'>
  identity: Pick<Identity, 'findAccount'>
}

/** Ends a consent and asks the owner to remove what it covered. Nothing happens if it had ended before. */
export async function withdrawConsent(
  { database, consents, identity, outbox, publicUrl }: WithdrawalDeps,
  { id, title, ownerUid }: StoredCampaign,
  kind: ConsentKind,
): Promise<void> {
  const owner = await identity.findAccount(ownerUid)
  await database.transaction(async (queries) => {
    if (!(await consents.withdraw(queries, id, kind))) return
    const url = new URL(`/dashboard/campaign/${id}/edit`, publicUrl).href
    if (owner) {
      const language = await findLanguage(queries, ownerUid)
      await outbox.enqueue(queries, consentWithdrawnMail(owner.email, language, { title, url }))
    }
  })
}
