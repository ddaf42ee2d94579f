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

import { receiptSchema, type Receipt } from '#shared/donation.ts'

import { ApiError, apiOf, noContent } from '../api/client.ts'
import { PublicLayout } from '../app/layouts/public-layout.tsx'
import { PageHead } from '../app/page-head.tsx'
import { ShareButtons } from '../features/campaign/share-buttons.tsx'
import { donationState } from '../features/donation/donation-state.ts'
import { ReceiptCard } from '../features/donation/receipt-card.tsx'
import { ReceiptPapers } from '../features/donation/receipt-papers.tsx'
import { publicCampaignPath, publicDonatePath, receiptPath } from '../paths.ts'
import { useSite } from '../site.tsx'
import { donationText } from '../text/donation.ts'
import { buttonClass } from '../ui/button.tsx'

/** The address's query is never believed: the server asks the provider (readings M6). */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const code = encodeURIComponent(params.receipt ?? '')
  const receipt = await apiOf(context).get(`/donations/${code}`, receiptSchema)
  return { receipt, isSent: new URL(request.url).searchParams.has('sent') }
}

/** 'Send it to my email again'. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { receipt = '' } = params
  try {
    const path = `/donations/${encodeURIComponent(receipt)}/receipt-mail`
    await apiOf(context).post(path, {}, noContent)
    return redirect(`${receiptPath(receipt)}?sent`)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return data({ refusal: error.message }, { status: error.status })
  }
}

/** Where a guest comes back to from paying. */
export function Component() {
  const { receipt: text } = donationText
  const { receipt, isSent } = useLoaderData<typeof loader>()
  const refusal = useActionData<{ refusal: string }>()?.refusal
  const state = donationState(receipt.status)
  // Whoever left the payment page may still pay: the provider calls a payment abandoned until it is paid.
  usePolling(state === 'open' || state === 'abandoned')
  return (
    <PublicLayout>
      <PageHead title={text.pageTitle} />
      <div className="wrap max-w-xl py-8 lg:py-12">
        <ReceiptCard receipt={receipt}>
          <ReceiptPapers receipt={receipt} isSent={isSent} refusal={refusal} />
          {state === 'open' ? <Waiting receipt={receipt} /> : <WhatNext receipt={receipt} />}
        </ReceiptCard>
      </div>
    </PublicLayout>
  )
}

/** Without script the page reloads itself. */
function Waiting({ receipt: { receipt } }: { receipt: Receipt }) {
  const { receipt: text } = donationText
  return (
    <div className="mt-6 text-center text-sm text-muted">
      <noscript>
        <meta httpEquiv="refresh" content="5" />
      </noscript>
      <p>{text.checking}</p>
      <Link to={receiptPath(receipt)} reloadDocument className="link inline-block py-2">
        {text.reload}
      </Link>
    </div>
  )
}

function WhatNext({ receipt }: { receipt: Receipt }) {
  const { receipt: text } = donationText
  const { origin } = useSite()
  const { slug, title } = receipt.campaign
  const isGiven = donationState(receipt.status) === 'success'
  return (
    <div className="mt-6 space-y-5 print:hidden">
      <div className="grid gap-3">
        <Link to={publicDonatePath(slug)} className={buttonClass(isGiven ? 'quiet' : 'primary')}>
          {isGiven ? text.again : text.tryAgain}
        </Link>
        <Link to={publicCampaignPath(slug)} className={buttonClass('quiet')}>
          {text.toCampaign}
        </Link>
      </div>
      {isGiven && (
        <section className="border-t border-line pt-5">
          <h2 className="mb-3 font-bold">{text.share}</h2>
          <ShareButtons url={origin + publicCampaignPath(slug)} title={title} />
        </section>
      )}
    </div>
  )
}

const pollMs = 3_000

/** Asks again until the outcome is known, and not while nobody looks. */
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
