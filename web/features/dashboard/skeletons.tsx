import { Skeleton } from '../../ui/skeleton.tsx'

const three = ['first', 'second', 'third']

/** Three cards on their way (specification §2, §9), in the shape in which they come. */
export function CardSkeletons({ label }: { label: string }) {
  return (
    <div aria-busy="true" className={cardGrid}>
      <output className="sr-only">{label}</output>
      {three.map((key) => (
        <div key={key} data-testid="skeleton-card" className="card overflow-hidden">
          <Skeleton className="aspect-[16/10] w-full rounded-none" />
          <div className="grid gap-3 p-5">
            <Skeleton className="h-6 w-3/4" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-2 w-full" />
            <Skeleton className="h-12 w-36 rounded-full" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** One column on a phone, three beside each other where there is room for the sidebar too. */
export const cardGrid = 'grid gap-5 sm:grid-cols-2 xl:grid-cols-3'

export function RowSkeletons({ label }: { label: string }) {
  return (
    <div aria-busy="true" className="grid gap-3">
      <output className="sr-only">{label}</output>
      {three.map((key) => (
        <Skeleton key={key} className="h-16 w-full rounded-card" />
      ))}
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
