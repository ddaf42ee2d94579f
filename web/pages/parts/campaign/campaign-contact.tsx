import { Mail, Phone, UserRound } from 'lucide-react'

import type { CampaignDetail } from '#shared/campaign.ts'
import { Link } from '#web/router/link.tsx'

import { paths } from '../../../navigation/paths.ts'
import { campaignText } from '../../../text/campaign.ts'

type Props = Pick<CampaignDetail, 'contact' | 'contactHidden'>

/** Null means that the person may not see the contact (readings P6). */
export function CampaignContact({ contact, contactHidden }: Props) {
  const text = campaignText
  // As high as the contact, which the browser adds for a person who is signed in.
  return (
    <section className="min-h-36">
      <h2 className="text-xl font-bold">{text.contact}</h2>
      {contact === null ? (
        <p className="mt-2 text-muted">
          {text.contactHidden[contactHidden ?? 'log-in']} <NextStep hiding={contactHidden} />
        </p>
      ) : (
        <address className="mt-3 grid gap-2 not-italic wrap-anywhere">
          <p className="flex items-center gap-2">
            <UserRound size={18} aria-hidden="true" className="shrink-0 text-muted" />
            {contact.name || text.unknownName}
          </p>
          <p className="flex items-center gap-2">
            <Mail size={18} aria-hidden="true" className="shrink-0 text-muted" />
            {contact.email ? (
              <a href={`mailto:${contact.email}`} className="link">
                {contact.email}
              </a>
            ) : (
              text.unknownEmail
            )}
          </p>
          {contact.phone && (
            <p className="flex items-center gap-2">
              <Phone size={18} aria-hidden="true" className="shrink-0 text-muted" />
              <a href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`} className="link">
                {contact.phone}
              </a>
            </p>
          )}
        </address>
      )}
    </section>
  )
}

function NextStep({ hiding }: { hiding: CampaignDetail['contactHidden'] }) {
  const text = campaignText
  if (hiding === 'too-many') return null
  const isUnconfirmed = hiding === 'confirm-address'
  return (
    <Link to={isUnconfirmed ? paths.emailVerification : paths.login} className="link">
      {isUnconfirmed ? text.confirmAddress : text.logIn}
    </Link>
  )
}
