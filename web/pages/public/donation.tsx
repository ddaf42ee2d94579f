import { useEffect } from 'react'

import type { DonationDetails } from '#shared/donation.ts'
import { useActionData, useLoaderData, useRevalidator } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { data, redirect } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { useSite } from '../../api/site.tsx'
import { ShareButtons } from '../parts/campaign/share-buttons.tsx'
import { DonationCard, DonationProgress } from './donation/donation-card.tsx'

import { ReceiptActions } from './donation/receipt-actions.tsx'
import { toStatusKey } from '../parts/donation/resume-donation.ts'
import { RefundTimelines } from '../parts/refund/refund-timelines.tsx'
import { readValues, submitForm } from '../../forms/form-action.ts'
import { catchApiError, type FormResult, type FormValues } from '../../forms/form-result.ts'

import { OneButtonForm } from '../../forms/action-form.tsx'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { forgetPaidDonation } from '../../navigation/carried-donation.ts'
import {
  donationPath,
  paths,
  personalLinkPath,
  publicCampaignPath,
  publicDonatePath,
  receiptPdfPath,
  requestRefundPath,
} from '../../navigation/paths.ts'
import { shareText } from '../../text/share.ts'
import { donationText } from '../../text/donation.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** Query parameters say nothing about the payment: the server asks the provider (readings M6). */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { accessCode: code = '' } = params
  const donation = await getApi(context).get('/donations/:id', { id: code })
  const isSent = new URL(request.url).searchParams.has('sent')
  const isPaid = toStatusKey(donation.status) === 'success'
  const headers = isPaid ? forgetPaidDonation(donation.accessCode, request) : new Headers()
  return data({ donation, isSent, canRefund: isWithinADay(donation) }, { headers })
}

const dayMs = 86_400_000

function isWithinADay({ status, paidAt }: DonationDetails): boolean {
  return (
    toStatusKey(status) === 'success' &&
    paidAt !== null &&
    Date.now() - new Date(paidAt).getTime() < dayMs
  )
}

/** Opens the donor's personal link, downloads the receipt with a company, or emails the receipt again. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { accessCode = '' } = params
  const values = await readValues(request)
  if ('company' in values) return openCompanyReceipt(accessCode, values)
  return catchApiError(async () => {
    if ('personalLink' in values) {
      const { token } = await getApi(context).post(
        '/donations/:id/personal-link',
        {},
        { id: accessCode },
      )
      return redirect(personalLinkPath(token))
    }
    await getApi(context).post('/donations/:id/receipt-mail', {}, { id: accessCode })
    return redirect(`${donationPath(accessCode)}?sent`)
  }, values)
}

/** 307 makes the browser send the form again, so that nothing has to store what was typed until the file is made. */
async function openCompanyReceipt(accessCode: string, values: FormValues) {
  // Only the server runs this on a public page, so browsers need not load the schema.
  const { companyReceiptSchema } = await import('../../forms/public-schemas.ts')
  return submitForm({ values, schema: companyReceiptSchema }, async () =>
    redirect(receiptPdfPath(accessCode), 307),
  )
}

/** The page of a guest's donation, to which the payment provider returns. */
export function Component() {
  const { status: text } = donationText
  const { donation, isSent, canRefund } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const key = toStatusKey(donation.status)
  // An abandoned payment may still succeed: the donor can return to the payment page.
  usePolling(key === 'open' || key === 'abandoned')
  const { accessCode } = donation
  useEffect(() => {
    if (key === 'success') forgetPaidDonation(accessCode)
  }, [key, accessCode])
  return (
    <PublicLayout>
      <PageHead title={text.pageTitle} />
      <div className="wrap max-w-xl py-8 lg:py-12">
        <DonationCard donation={donation} first={<ShareFirst donation={donation} />}>
          <DonationProgress
            donation={donation}
            refunds={
              donation.refunds?.length ? <RefundTimelines refunds={donation.refunds} /> : null
            }
          />
          <ReceiptActions
            donation={donation}
            isSent={isSent}
            refusal={isOfLink(refusal) || isOfCompany(refusal) ? undefined : refusal}
            companyRefusal={isOfCompany(refusal) ? refusal : undefined}
          />
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
  const { slug } = donation.campaign
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
    </div>
  )
}

/** After paying, sharing is what helps most, so it comes before receipt and facts. */
function ShareFirst({ donation }: { donation: DonationDetails }) {
  const { status: text } = donationText
  const { origin } = useSite()
  const refusal = useActionData<typeof action>()
  const { slug, title } = donation.campaign
  if (toStatusKey(donation.status) !== 'success') return null
  return (
    <section aria-labelledby="share" className="mt-6 space-y-3 print:hidden">
      <h2 id="share" className="font-bold">
        {text.share}
      </h2>
      <ShareButtons url={origin + publicCampaignPath(slug)} title={title} />
      <p className="text-sm text-muted">{shareText.personalHint}</p>
      <OneButtonForm result={isOfLink(refusal) ? refusal : undefined} values={{ personalLink: '' }}>
        {shareText.personal}
      </OneButtonForm>
    </section>
  )
}

/** Whether the form of the personal link was refused, and not that of the receipt. */
const isOfLink = (refusal: FormResult | undefined) => refusal?.values['personalLink'] !== undefined
const isOfCompany = (refusal: FormResult | undefined) => refusal?.values['company'] !== undefined

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
