import type { Image } from '#shared/image-schema.ts'
import { imagePath, imageWidths } from '#shared/image.ts'

import { classNames, focusClass } from './class-names.ts'

type CampaignPictureProps = {
  image: Image | null
  /** Empty beside the title. */
  alt: string
  sizes: string
  place?: PicturePlace
  className?: string
}

/** Where a picture stands: the first of a page, another one of the first view, or below it, where it loads once it comes near. */
export type PicturePlace = 'first' | 'first-view' | 'below'

/** A responsive picture in a 16:10 box. Until it has loaded, the box shows a blurred placeholder, which needs no request. */
export function CampaignPicture({
  image,
  alt,
  sizes,
  place = 'below',
  className,
}: CampaignPictureProps) {
  const box = classNames('aspect-16/10 w-full bg-mint', className)
  if (image === null) return <NoPicture className={box} />
  const widths = imageWidths.filter((width) => width <= Math.max(image.width, imageWidths[0]))
  return (
    <span className={classNames('relative block overflow-hidden', box)}>
      <Placeholder {...image} />
      <img
        src={imagePath(image.id, 640)}
        srcSet={widths.map((width) => `${imagePath(image.id, width)} ${width}w`).join(', ')}
        sizes={sizes}
        width={640}
        height={400}
        alt={alt}
        loading={place === 'below' ? 'lazy' : 'eager'}
        fetchPriority={place === 'first' ? 'high' : 'auto'}
        decoding="async"
        className={classNames('absolute inset-0 size-full object-cover', focusClass(image))}
      />
    </span>
  )
}

const columns = 4
const rows = 3

function Placeholder({ placeholder, width, height }: Image) {
  const colours = placeholder?.match(/.{6}/g)
  if (!colours) return null
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="absolute inset-0 size-full scale-110 blur-xl"
    >
      <g transform={`scale(${width / columns} ${height / rows})`}>
        {colours.map((colour, index) => (
          <path
            key={index}
            fill={`#${colour}`}
            d={`M${index % columns} ${Math.floor(index / columns)}h1v1h-1z`}
          />
        ))}
      </g>
    </svg>
  )
}

function NoPicture({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 64 40" aria-hidden="true" className={className}>
      <path d="M20 20h24a12 12 0 0 1-24 0Z" className="fill-card" />
      <circle cx="32" cy="12" r="4" className="fill-marigold" />
    </svg>
  )
}
