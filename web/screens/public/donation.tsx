import { useEffect } from 'react'
import {
  data,
  Link,
  redirect,
  useActionData,
  useLoaderData,
  useRevalidator,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'

import { donationDetailsSchema, type DonationDetails } from '#shared/donation.ts'

import { getApi, noContent } from '../../api/client.ts'
import { writeCookies } from '../../api/cookies.ts'
import { useSite } from '../../api/site.tsx'
import { ShareButtons } from '../../features/campaign/share-buttons.tsx'
import { DonationCard } from '../../features/donation/donation-card.tsx'
import { DonationProgress } from '../../features/donation/donation-progress.tsx'
import { ReceiptActions } from '../../features/donation/receipt-actions.tsx'
import { toStatusKey } from '../../features/donation/status-key.ts'
import { RefundTimelines } from '../../features/refund/refund-timelines.tsx'
import { catchApiError } from '../../forms/form-action.ts'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { forgetPaidDonation } from '../../navigation/carried-donation.ts'
import {
  donationPath,
  paths,
  publicCampaignPath,
  publicDonatePath,
  requestRefundPath,
} from '../../navigation/paths.ts'
import { donationText } from '../../text/donation.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** Query parameters say nothing about the payment: the server asks the provider (readings M6). */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const code = encodeURIComponent(params.accessCode ?? '')
  const donation = await getApi(context).get(`/donations/${code}`, donationDetailsSchema)
  const isSent = new URL(request.url).searchParams.has('sent')
  const isPaid = toStatusKey(donation.status) === 'success'
  const cookies = isPaid ? forgetPaidDonation(donation.accessCode, request) : []
  return data(
    { donation, isSent, canRefund: isWithinADay(donation) },
    { headers: writeCookies(cookies) },
  )
}

const dayMs = 86_400_000

function isWithinADay({ status, paidAt }: DonationDetails): boolean {
  return (
    toStatusKey(status) === 'success' &&
    paidAt !== null &&
    Date.now() - new Date(paidAt).getTime() < dayMs
  )
}

/** Emails the receipt again. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { accessCode = '' } = params
  return catchApiError(async () => {
    const path = `/donations/${encodeURIComponent(accessCode)}/receipt-mail`
    await getApi(context).post(path, {}, noContent)
    return redirect(`${donationPath(accessCode)}?sent`)
  })
}

/** The page of a guest's donation, to which the payment provider returns. */
export function Component() {
  const { status: text } = donationText
  const { donation, isSent, canRefund } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const key = toStatusKey(donation.status)
  // An abandoned payment may still succeed: the donor can return to the payment page.
  usePolling(key === 'open' || key === 'abandoned')
  return (
    <PublicLayout>
      <PageHead title={text.pageTitle} />
      <div className="wrap max-w-xl py-8 lg:py-12">
        <DonationCard donation={donation}>
          <DonationProgress
            donation={donation}
            refunds={
              donation.refunds?.length ? <RefundTimelines refunds={donation.refunds} /> : null
            }
          />
          <ReceiptActions donation={donation} isSent={isSent} refusal={refusal} />
          {key === 'open' ? (
            <Pending donation={donation} />
          ) : (
            <NextSteps donation={donation} canRefund={canRefund} />
          )}
        </DonationCard>
      </div>
    </PublicLayout>
  )
}

/** Without script the page reloads every 5 seconds. */
function Pending({ donation: { accessCode } }: { donation: DonationDetails }) {
  const { status: text } = donationText
  return (
    <div className="mt-6 text-center text-sm text-muted">
      <noscript>
        <meta httpEquiv="refresh" content="5" />
      </noscript>
      <p>{text.checking}</p>
      <Link to={donationPath(accessCode)} reloadDocument className="link inline-block py-2">
        {text.reload}
      </Link>
    </div>
  )
}

function NextSteps({ donation, canRefund }: { donation: DonationDetails; canRefund: boolean }) {
  const { status: text } = donationText
  const { origin } = useSite()
  const { slug, title } = donation.campaign
  const isPaid = toStatusKey(donation.status) === 'success'
  return (
    <div className="mt-6 space-y-5 print:hidden">
      <div className="grid gap-3">
        <Link to={publicDonatePath(slug)} className={buttonClass(isPaid ? 'quiet' : 'primary')}>
          {isPaid ? text.donateAgain : text.tryAgain}
        </Link>
        <Link to={publicCampaignPath(slug)} className={buttonClass('quiet')}>
          {text.toCampaign}
        </Link>
        {canRefund && (
          <Link
            to={requestRefundPath(donation.accessCode)}
            className="link py-2 text-center text-sm"
          >
            {text.refund}
          </Link>
        )}
        <Link to={paths.myDonations} className="link py-2 text-center text-sm">
          {text.myDonations}
        </Link>
      </div>
      {isPaid && (
        <section className="border-t border-line pt-5">
          <h2 className="mb-3 font-bold">{text.share}</h2>
          <ShareButtons url={origin + publicCampaignPath(slug)} title={title} />
        </section>
      )}
    </div>
  )
}

const pollMs = 3_000

/** Reloads the data every 3 seconds while the page is visible. */
function usePolling(isOpen: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, pollMs)
    return () => clearInterval(timer)
  }, [isOpen, revalidate])
}
