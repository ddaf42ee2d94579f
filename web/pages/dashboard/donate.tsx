import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'

import type { CampaignDetail } from '#shared/campaign.ts'
import { useActionData, useLoaderData, Link } from '#web/router/navigate.tsx'

import { FormSkeleton, Loaded } from '../parts/dashboard/loaded.tsx'
import { ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { DonateForm } from '../parts/donation/donate-form.tsx'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import type { ResumedDonation } from '../parts/donation/resume-donation.ts'
import { DonationTerms } from '../parts/policy/policy-links.tsx'
import { usePreparation } from '../../forms/lazy.tsx'
import { campaignPath } from '../../navigation/paths.ts'
import { campaignText } from '../../text/campaign.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { donationText } from '../../text/donation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { loader, action } from './donate.data.ts'

export function Component() {
  const { donate: text } = dashboardText
  const { email, resumed, data } = useLoaderData<typeof loader>()
  return (
    <Loaded
      data={data}
      text={text}
      header={<ScreenHeader title={text.title} />}
      skeleton={FormSkeleton}
    >
      {({ campaign }) => <Donate campaign={campaign} email={email} resumed={resumed} />}
    </Loaded>
  )
}

type Props = { campaign: CampaignDetail; email: string; resumed: ResumedDonation | null }

function Donate({ campaign, email, resumed }: Props) {
  const text = donationText
  const { notAccepting: notYet, expired } = campaignText
  const result = useActionData<typeof action>()
  usePreparation()
  const [idempotencyKey] = useState(newIdempotencyKey)
  const { id, title, acceptsDonations, daysLeft } = campaign
  const back = (
    <Link to={campaignPath(id)} className="link tap gap-1.5">
      <ArrowLeft aria-hidden="true" size={18} />
      {text.back}
    </Link>
  )
  return (
    <div className="mx-auto max-w-xl">
      <ScreenHeader title={text.title({ campaign: title })} subtitle={back} />
      {acceptsDonations ? (
        <Card>
          <DonateForm
            campaignId={id}
            idempotencyKey={idempotencyKey}
            actionResult={result}
            resumed={resumed}
            email={email}
            isLasting={daysLeft === null}
          />
          <DonationTerms />
        </Card>
      ) : (
        <EmptyState title={daysLeft !== null && daysLeft <= 0 ? expired : notYet} action={back} />
      )}
    </div>
  )
}
