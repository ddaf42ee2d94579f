import type { AccountNumber } from '#shared/account-number.ts'
import { useActionData, useLoaderData, Link } from '#web/router/navigate.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { PublicLayout } from '../../layouts/public-layout.tsx'
import { BackLink, PageHead } from '../../ui/page-head.tsx'
import { currentAccount } from '../parts/session/account.loaders.ts'
import { CampaignPicture } from '../../ui/campaign-picture.tsx'
import { AccountNumberCard } from './transfer/account-number.tsx'
import { loadAccountNumber, loadCampaignBySlug } from '../parts/campaign/campaign.loaders.ts'
import { describeNotAccepting, Funding } from '../parts/campaign/campaign-card.tsx'
import { DonateForm } from '../parts/donation/donate-form.tsx'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { resumeDonation } from '../parts/donation/resume-donation.ts'
import { startDonation } from '../parts/donation/start-donation.ts'
import { DonationTerms } from '../parts/policy/policy-links.tsx'
import { paths, publicCampaignPath, publicTransferPath } from '../../navigation/paths.ts'
import { donationText as text } from '../../text/donation.ts'
import { transferText } from '../../text/transfer.ts'
import { buttonClass } from '../../ui/button.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [campaign, account, resumed] = await Promise.all([
    loadCampaignBySlug({ context, params }),
    currentAccount(context),
    resumeDonation({ context, request }),
  ])
  const accountNumber = campaign.acceptsDonations
    ? await loadAccountNumber({ context }, campaign.id)
    : null
  const link = new URL(request.url).searchParams.get('link') ?? undefined
  const idempotencyKey = newIdempotencyKey()
  return { campaign, accountNumber, link, resumed, email: account?.email, idempotencyKey }
}

export const action = startDonation

/** Donating without an account (readings P1). */
export function Component() {
  const { campaign, accountNumber, link, resumed, email, idempotencyKey } =
    useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <PublicLayout isTask>
      <PageHead
        title={text.title({ campaign: campaign.title })}
        description={text.description({ campaign: campaign.title })}
      />
      <div className="wrap grid items-start gap-6 py-3 md:py-6 md:grid-cols-[1fr_18rem] lg:gap-12 lg:py-10">
        <div className="min-w-0 max-w-2xl">
          <div className="mb-3 flex items-center gap-3 md:mb-6 md:block">
            <BackLink to={publicCampaignPath(campaign.slug)} isIcon>
              {text.back}
            </BackLink>
            <div className="w-16 shrink-0 overflow-hidden rounded-lg md:hidden">
              <CampaignPicture image={campaign.image} alt="" sizes="4rem" />
            </div>
            <h1 className="font-extrabold wrap-anywhere max-md:line-clamp-2 md:mt-1 md:text-2xl">
              {text.title({ campaign: campaign.title })}
            </h1>
          </div>
          {campaign.acceptsDonations ? (
            <>
              <DonateForm
                campaignId={campaign.id}
                idempotencyKey={idempotencyKey}
                link={link}
                actionResult={result}
                resumed={resumed}
                email={email}
                isLasting={campaign.daysLeft === null}
                isDocument
              />
              <DonationTerms />
              {accountNumber && <Transfer slug={campaign.slug} account={accountNumber} />}
            </>
          ) : (
            <div className="card grid justify-items-start gap-4 p-6">
              <p>{describeNotAccepting(campaign)}</p>
              <Link to={paths.publicCampaigns} className={buttonClass('quiet')}>
                {text.otherCampaigns}
              </Link>
            </div>
          )}
        </div>
        <aside className="card overflow-hidden max-md:hidden md:sticky md:top-22">
          <CampaignPicture image={campaign.image} alt="" sizes="18rem" />
          <div className="space-y-3 p-5">
            <p className="font-bold wrap-anywhere">{campaign.title}</p>
            <Funding goal={campaign.goal} raised={campaign.raised} />
          </div>
        </aside>
      </div>
    </PublicLayout>
  )
}

function Transfer({ slug, account }: { slug: string; account: AccountNumber }) {
  return (
    <div className="mt-8 space-y-2">
      <AccountNumberCard account={account} />
      <Link to={publicTransferPath(slug)} className="link tap">
        {transferText.account.receipt}
      </Link>
    </div>
  )
}
