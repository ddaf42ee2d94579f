import * as z from 'zod/mini'

import { nairaAmount } from './amount.ts'
import { donorEmailSchema } from './donor-email.ts'
import { donationMax, donationMin } from './fees.ts'
import { invalid } from './text/invalid.ts'
import { koboSchema } from './kobo-schema.ts'
import { refundTimelineSchema } from './refund.ts'
import { oneLine, paragraphs } from './text.ts'

const amount = nairaAmount({
  required: invalid.amount,
  min: donationMin,
  max: donationMax,
  range: invalid.amountRange,
})

/** The donate form, for guests and signed-in donors alike. */
export const donationFormSchema = z.object({
  amount,
  email: donorEmailSchema,
  name: z._default(oneLine({ max: 80 }), ''),
  message: z._default(paragraphs({ max: 500 }), ''),
  anonymous: z._default(z.boolean(), false),
  /** The code that was mailed to the address, where the server asks for it. */
  emailCode: z.optional(oneLine({ max: 20 })),
  /** The code of the link under which the donor came. */
  link: z.optional(oneLine({ max: 12 })),
  /** The donor agrees to emails from the campaign's owner, sent by Ajo. */
  updates: z._default(z.boolean(), false),
  /** The donor agrees that the organiser sees the address. Without effect on an anonymous donation. */
  shareEmail: z._default(z.boolean(), false),
  /** What the public list of supporters shows. Undefined: the donor was not asked, and is not listed. */
  showName: z.optional(z.boolean()),
  hideAmount: z.optional(z.boolean()),
  showMessage: z.optional(z.boolean()),
  /** Offered where the campaign has no end date. */
  monthly: z.optional(z.boolean()),
})
export type DonationForm = z.output<typeof donationFormSchema>

/** What a donor gives every month. The page at `endPath` ends it, without an account. */
export const monthlyDonationSchema = z.object({
  title: z.string(),
  amount: koboSchema,
  nextOn: z.string(),
  endPath: z.string(),
})
export type MonthlyDonation = z.output<typeof monthlyDonationSchema>

/** What a campaign expects of the next month. */
export const monthlyForecastSchema = z.object({ donors: z.int(), amount: koboSchema })
export type MonthlyForecast = z.output<typeof monthlyForecastSchema>

/** The checkout page to send the donor to, and the code that opens the donation's page. */
export const checkoutSchema = z.object({ url: z.string(), accessCode: z.string() })

export const paymentModes = ['sandbox', 'test', 'live'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** Where a donation is on its way to the organiser. waiting: the provider has not started to pay it out. */
export const donationPayoutSchema = z.object({
  state: z.enum(['waiting', 'on-hold', 'on-its-way', 'failed', 'paid-out']),
  at: z.nullable(z.string()),
  /** The last digits of the bank account that it was paid out to. Null where the provider's settlement does not tell. */
  last4: z.nullable(z.string()),
})
export type DonationPayout = z.output<typeof donationPayoutSchema>

/** Within so many days an admin decides about a payment that does not match its donation. */
const holdDays = 7
export const toHoldEnd = (since: Date) => new Date(since.getTime() + holdDays * 86_400_000)

const shownFields = {
  amount: koboSchema,
  status: z.string(),
  mode: z.enum(paymentModes),
  createdAt: z.string(),
  /** When the money moved. Null until the payment is booked. */
  paidAt: z.nullable(z.string()),
  /** What counts no more: refunded, reversed by a bank or lost in a dispute, with the fee that a donor did not get back. */
  reversed: z.optional(koboSchema),
  paidAfterEnd: z.optional(z.boolean()),
}

/** GET /api/donations/{accessCode}, for the page that the donor returns to. */
export const donationDetailsSchema = z.object({
  ...shownFields,
  accessCode: z.string(),
  /** How it was paid or tried last, and the fee that the provider took, once it says so. */
  channel: z.nullable(z.string()),
  fee: z.nullable(koboSchema),
  /** What arrived of a payment that does not match, and until when it is decided. Null: it was decided, and is no donation. */
  held: z.optional(z.object({ arrived: koboSchema, until: z.nullable(z.string()) })),
  /** Once the payment is booked: the receipt's number, and the code that verifies it. */
  receipt: z.optional(z.object({ number: z.string(), code: z.string() })),
  /** Of a paid donation. Null: it was refunded before it was paid out. */
  payout: z.optional(z.nullable(donationPayoutSchema)),
  /** Oldest first. */
  refunds: z.optional(z.array(refundTimelineSchema)),
  /** What it is a month of, while the donor gives every month. */
  monthly: z.optional(monthlyDonationSchema),
  campaign: z.object({ id: z.string(), slug: z.string(), title: z.string() }),
})
export type DonationDetails = z.output<typeof donationDetailsSchema>

/** A row of the Transactions page. `donor` is the name, 'Anonymous', or empty where there is only an address. */
export const donationListItemSchema = z.object({
  id: z.string(),
  donor: z.string(),
  /** Null for the owner unless the donor shares it. */
  email: z.nullable(z.string()),
  campaign: z.object({ id: z.string(), title: z.string() }),
  ...shownFields,
  /** Only for the donor, who opens the donation's page with the access code. */
  own: z.optional(
    z.object({
      accessCode: z.string(),
      slug: z.string(),
      /** Null until the receipt is issued. */
      receipt: z.nullable(z.string()),
      /** Null where there is nothing to pay out. */
      payout: z.nullable(donationPayoutSchema),
      refunds: z.array(refundTimelineSchema),
      canRefund: z.boolean(),
    }),
  ),
})
export type DonationListItem = z.output<typeof donationListItemSchema>
export const donationListSchema = z.object({
  donations: z.array(donationListItemSchema),
  next: z.nullable(z.string()),
})

/** GET /api/my-donations/{link}: the donations of a guest, and the years for which there is a statement. */
export const guestDonationsSchema = z.extend(donationListSchema, {
  years: z.array(z.int()),
  monthly: z.array(monthlyDonationSchema),
})
