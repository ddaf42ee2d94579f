import { Skeleton } from '../../../ui/skeleton.tsx'

const three = ['first', 'second', 'third']

/** Three placeholder cards of the size of a campaign card (specification §2, §9). */
export function CardSkeletons({ label }: { label: string }) {
  return (
    <div aria-busy="true" className={cardGrid}>
      <output className="sr-only">{label}</output>
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

export function StatSkeletons({ label }: { label: string }) {
  return (
    <div aria-busy="true">
      <output className="sr-only">{label}</output>
      <Skeleton className="h-[1.7875rem] w-40" />
      <Skeleton className="mb-4 h-[2.625rem] w-64 sm:h-[1.3125rem]" />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {three.map((key) => (
          <Skeleton key={key} className="h-[5.75rem] w-full rounded-card" />
        ))}
      </div>
    </div>
  )
}

export function RowSkeletons({ label }: { label: string }) {
  return (
    <div aria-busy="true" className="grid gap-3">
      <output className="sr-only">{label}</output>
      {three.map((key) => (
        <Skeleton key={key} className="h-22 w-full rounded-card" />
      ))}
    </div>
  )
}

/** As tall as most panels, so that what follows stays below the fold until they are there. */
export function PanelSkeletons({ label }: { label: string }) {
  return (
    <div aria-busy="true">
      <output className="sr-only">{label}</output>
      <Skeleton className="mb-4 h-7 w-52" />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {three.map((key) => (
          <Skeleton key={key} className="h-20 w-full rounded-card" />
        ))}
      </div>
      <Skeleton className="mt-10 h-96 w-full rounded-card" />
    </div>
  )
}

export function CampaignSkeleton({ label }: { label: string }) {
  return (
    <div aria-busy="true" className="grid gap-6 lg:grid-cols-[1fr_20rem]">
      <output className="sr-only">{label}</output>
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

export function FormSkeleton({ label }: { label: string }) {
  return (
    <div aria-busy="true" className="grid max-w-2xl gap-6">
      <output className="sr-only">{label}</output>
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
