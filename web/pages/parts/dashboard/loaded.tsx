import { type ReactNode, useEffect, useState } from 'react'

import { useRevalidator } from '#web/router/navigate.tsx'

import type { ApiError, Arriving, Outcome } from '../../../api/client.ts'
import { lazyPart } from '../../../forms/lazy.tsx'
import { dashboardText } from '../../../text/dashboard.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'

type LoadedProps<Value> = {
  data: Arriving<Value>
  /** `failed` is the title of the error state, which differs from an empty list (readings A6). */
  text: { failed: string; loading: string }
  /** Null: nothing holds the place. */
  skeleton?: (() => ReactNode) | null
  /** The toast, where specification §8 prescribes another one than the message of the error. */
  failedToast?: string
  /** Shown above the skeleton and the error, so that they have a heading. */
  header?: ReactNode
  /** Shown below the skeleton and the error. What stays below the children belongs to them, too. */
  footer?: ReactNode
  children: (value: Value) => ReactNode
}

/** Shows a skeleton while data load, then the children, or an error with Retry. */
export function Loaded<Value>(props: LoadedProps<Value>) {
  const { data, text, skeleton: Skeletons = RowSkeletons, header, footer } = props
  const { outcome, pending } = useOutcome(data)
  const revalidator = useRevalidator()
  const error = outcome && 'error' in outcome ? outcome.error : undefined
  useErrorToast(error?.code === 'not-found' ? undefined : error, props.failedToast)

  // During a reload loaded data stay visible. An error is replaced by the skeleton.
  if (!outcome || (error && pending))
    return (
      <>
        {header}
        {Skeletons && <Loading label={text.loading} skeleton={Skeletons} />}
        {footer}
      </>
    )
  if ('value' in outcome) return props.children(outcome.value)
  if (outcome.error.code === 'not-found') return <Missing />
  return (
    <>
      {header}
      <ErrorState
        title={text.failed}
        text={outcome.error.message}
        retryLabel={dashboardText.retry}
        onRetry={() => void revalidator.revalidate()}
      />
      {footer}
    </>
  )
}

type LoadingProps = { label: string; skeleton: () => ReactNode }

export function Loading({ label, skeleton: Skeletons }: LoadingProps) {
  return (
    <div aria-busy="true">
      <output className="sr-only">{label}</output>
      <Skeletons />
    </div>
  )
}

export function useOutcome<Value>(data: Arriving<Value>) {
  const [shown, setShown] = useState<{ data: Arriving<Value>; outcome: Outcome<Value> } | null>(
    data instanceof Promise ? null : { data, outcome: data },
  )
  useEffect(() => {
    let isCurrent = true
    void Promise.resolve(data).then((outcome) => {
      if (isCurrent) setShown((known) => (known?.data === data ? known : { data, outcome }))
    })
    return () => {
      isCurrent = false
    }
  }, [data])
  return { outcome: shown?.outcome, pending: shown?.data !== data }
}

function useErrorToast(error: ApiError | undefined, message?: string) {
  useEffect(() => {
    if (error) toast(message ?? error.message, 'error')
  }, [error, message])
}

/** Stands in place of what the person may not see or what does not exist, which is rare, so its code is loaded then. */
const Missing = lazyPart(async () => (await import('./not-found.tsx')).NotFound)

export const three = ['first', 'second', 'third']

/** Three placeholder cards of the size of a campaign card (specification §2, §9). */
export function CardSkeletons() {
  return (
    <div className={cardGrid}>
      {three.map((key) => (
        <div key={key} data-testid="skeleton-card" className="card overflow-hidden">
          <Skeleton className="aspect-16/10 w-full" corners="rounded-none" />
          <div className="grid gap-3 p-5">
            <TwoLines className="h-5" />
            <TwoLines className="h-4" />
            <Skeleton className="mt-3.5 h-2 w-full" corners="rounded-full" />
            <Skeleton className="mt-1.5 h-5 w-2/3" />
            <div className="mt-2 flex items-center justify-between">
              <Skeleton className="h-5 w-28" />
              <Skeleton className="h-12 w-36" corners="rounded-full" />
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}

function TwoLines({ className }: { className: string }) {
  return (
    <div className="grid gap-2.5">
      <Skeleton className={`${className} w-full`} />
      <Skeleton className={`${className} w-2/3`} />
    </div>
  )
}

/** One column on phones, three on wide screens. */
export const cardGrid = 'grid gap-5 sm:grid-cols-2 xl:grid-cols-3'

export function RowSkeletons() {
  return (
    <div className="grid gap-3">
      {three.map((key) => (
        <Skeleton key={key} className="h-22 w-full rounded-card" />
      ))}
    </div>
  )
}

/** As tall as most panels, so that what follows stays below the fold until they are there. */
export function PanelSkeletons() {
  return (
    <>
      <Skeleton className="mb-4 h-7 w-52" />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {three.map((key) => (
          <Skeleton key={key} className="h-20 w-full rounded-card" />
        ))}
      </div>
      <Skeleton className="mt-10 h-96 w-full rounded-card" />
    </>
  )
}

export function CampaignSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-[1fr_20rem]">
      <div className="grid content-start gap-4">
        <Skeleton className="h-9 w-3/4" />
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="aspect-16/10 w-full" corners="rounded-card" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-5/6" />
      </div>
      <Skeleton className="h-72 w-full" corners="rounded-card" />
    </div>
  )
}

export function FormSkeleton() {
  return (
    <div className="grid max-w-2xl gap-6">
      <Skeleton className="h-12 w-full" />
      {three.map((key) => (
        <div key={key} className="grid gap-2">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-12 w-full" />
        </div>
      ))}
    </div>
  )
}
