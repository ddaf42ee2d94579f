import { BadgeCheck, Flag, Mail } from 'lucide-react'

import type { CampaignDetail } from '#shared/campaign.ts'
import { formatNaira } from '#shared/money.ts'
import type { Trust } from '#shared/trust.ts'
import { Link } from '#web/router/navigate.tsx'

import {
  askOrganiserPath,
  publicCampaignPath,
  publicReportPath,
} from '../../../navigation/paths.ts'
import { campaignText } from '../../../text/campaign.ts'
import { formatDay } from '../../../format/day.ts'
import { trustText } from '../../../text/trust.ts'

type Props = { campaign: Pick<CampaignDetail, 'slug' | 'owner' | 'isOwner'>; trust: Trust }

const mostLinks = 5

function describePayee({ kind, name }: NonNullable<Trust['payee']>): string {
  const text = trustText.payee[kind]
  return typeof text === 'string' ? text : text({ name: name ?? '' })
}

/** Who raises the money, for whom, and what was checked. */
export function TrustCard({ campaign: { slug, owner, isOwner }, trust }: Props) {
  const text = trustText
  const checks = listChecks(trust)
  return (
    <section aria-labelledby="trust" className="card space-y-3 p-4 sm:space-y-4 sm:p-6">
      <h2 id="trust" className="text-xl font-bold">
        {text.title}
      </h2>
      <p className="wrap-anywhere">
        {text.organiser({ name: `${owner.firstname} ${owner.lastname}` })}{' '}
        {trust.payee && describePayee(trust.payee)}
      </p>
      {checks.length > 0 && (
        <ul className="space-y-2">
          {checks.map((check) => (
            <li key={check} className="flex items-start gap-2">
              <BadgeCheck size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-forest" />
              {check}
            </li>
          ))}
        </ul>
      )}
      <EarlierCampaigns campaigns={trust.earlierCampaigns} />
      {!isOwner && (
        <div className="flex flex-wrap gap-x-6 text-sm print:hidden">
          <Link to={askOrganiserPath(slug)} className="link tap gap-1.5">
            <Mail size={16} aria-hidden="true" />
            {text.ask}
          </Link>
          <Link to={publicReportPath(slug)} className="link tap gap-1.5">
            <Flag size={16} aria-hidden="true" />
            {campaignText.report}
          </Link>
        </div>
      )}
    </section>
  )
}

function listChecks(trust: Trust) {
  const text = trustText
  const { bankNameMatchedOn, payeeAgreedOn, documents, accountSince, keepers } = trust
  return [
    bankNameMatchedOn && text.bankNameMatches({ day: formatDay(bankNameMatchedOn) }),
    payeeAgreedOn && text.payeeAgreed({ day: formatDay(payeeAgreedOn) }),
    keepers > 1 ? text.keepers({ count: keepers }) : null,
    documents && text.documents({ count: documents.count, day: formatDay(documents.approvedOn) }),
    accountSince && text.accountSince({ day: formatDay(accountSince) }),
  ].filter((sentence) => sentence !== null)
}

function EarlierCampaigns({ campaigns }: { campaigns: Trust['earlierCampaigns'] }) {
  const text = trustText.earlier
  if (campaigns.length === 0) return null
  const count = (...statuses: string[]) =>
    campaigns.filter(({ status }) => statuses.includes(status)).length
  return (
    <details>
      <summary>
        <strong>{text.title}</strong>
        <span className="block">
          {text.counts({
            open: count('approved'),
            ended: count('ended'),
            cancelled: count('cancelled'),
          })}
        </span>
      </summary>
      <ul className="mt-1">
        {campaigns.slice(0, mostLinks).map(({ slug, title, raised, goal }) => (
          <li key={slug} className="py-1 wrap-anywhere">
            <Link to={publicCampaignPath(slug)} className="link tap">
              {title}
            </Link>
            {raised !== null && (
              <p className="money text-sm text-muted">
                {text.raised({ raised: formatNaira(raised), goal: formatNaira(goal) })}
              </p>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
