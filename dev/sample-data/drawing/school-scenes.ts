import { indoors, outdoors, type Light } from './light.ts'
import { crowd, person, type Look } from './person.ts'
import { circle, each, ellipse, line, path, rect, upTo, type Drawing } from './shapes.ts'
import { book, palm, tufts, wheel } from './things.ts'

export const schoolScenes = { classroom, library, schoolBus, computers }

const uniforms: readonly Look[] = [
  { top: '#7FB2E5', bottom: '#27496D', arms: 'one-up', hair: 'short' },
  { top: '#7FB2E5', bottom: '#27496D', arms: 'forward', hair: 'puffs' },
  { top: '#7FB2E5', bottom: '#27496D', arms: 'one-up', hair: 'scarf', cloth: '#FFFFFF' },
  { top: '#7FB2E5', bottom: '#27496D', arms: 'forward', hair: 'short' },
]

/** A blackboard, a teacher, and hands in the air. */
function classroom(light: Light): Drawing {
  return [
    indoors('#F3DDB3', '#B9855A', '#9C6B45'),
    windowAt(1240, 170, light),
    rect([210, 120, 860, 440], '#8A5A35', 12),
    rect([236, 146, 808, 388], '#1F4D3D', 4),
    line(
      'M320 240 h170 M320 300 h120 M620 230 l60 120 h-120 Z M760 250 a54 54 0 1 0 108 0 a54 54 0 1 0 -108 0',
      '#E9F3EC',
      8,
    ),
    line('M320 380 h420 M320 440 h300', '#BFD8CA', 6),
    rect([236, 534, 808, 16], '#B98655'),
    person(1140, 730, 1.25, {
      top: '#B93A1E',
      dress: true,
      hair: 'wrap',
      cloth: '#F5B841',
      arms: 'one-up',
    }),
    crowd(uniforms, (index) => [260 + index * 340, 1010, 1.05]),
    each(upTo(4), (index) => desk(260 + index * 340, 920)),
    desk(90, 780, 0.62),
    desk(480, 780, 0.62),
    desk(800, 780, 0.62),
  ].join('')
}

function desk(x: number, y: number, scale = 1): Drawing {
  const wide = 130 * scale
  return [
    rect([x - wide, y, 2 * wide, 26 * scale], '#D99A5B', 6),
    rect([x - wide + 14, y + 26 * scale, 18 * scale, 90 * scale], '#A86F3D'),
    rect([x + wide - 32, y + 26 * scale, 18 * scale, 90 * scale], '#A86F3D'),
    rect([x - 44 * scale, y - 10 * scale, 80 * scale, 12 * scale], '#FFFFFF', 2),
  ].join('')
}

function windowAt(x: number, y: number, light: Light): Drawing {
  return [
    rect([x, y, 260, 300], '#8A5A35', 8),
    rect([x + 16, y + 16, 228, 268], light.sky[0]),
    rect([x + 16, y + 200, 228, 84], light.hills[1]),
    circle(x + 180, y + 90, 34, light.sun),
    rect([x + 122, y + 16, 14, 268], '#8A5A35'),
    rect([x + 16, y + 140, 228, 14], '#8A5A35'),
  ].join('')
}

const spines = [
  '#B93A1E',
  '#00663F',
  '#F5B841',
  '#27496D',
  '#8E44AD',
  '#E4572E',
  '#2E86AB',
  '#7A5637',
]

/** Full shelves, and children who read on the carpet. */
function library(light: Light): Drawing {
  return [
    indoors('#E7EFE3', '#C79A6B', '#A87B50'),
    windowAt(1280, 130, light),
    rect([90, 80, 1120, 600], '#8A5A35', 10),
    each(upTo(3), (row) => rect([120, 110 + row * 186, 1060, 160], '#5F3D24') + shelfOf(row)),
    ellipse([800, 880], [620, 90], '#B93A1E'),
    ellipse([800, 880], [540, 70], '#D65A38'),
    ...[420, 680, 940, 1180].map((x, index) =>
      person(x, 900, 1.15, {
        ...uniforms[index],
        sits: true,
        arms: 'forward',
        top: ['#F5B841', '#2E86AB', '#00663F', '#E4572E'][index] ?? '',
      }),
    ),
    each([420, 680, 940, 1180], (x) =>
      path(
        `M${x - 56} 800 Q${x - 20} 780 ${x + 4} 800 Q${x + 30} 780 ${x + 64} 800 V846 Q${x + 30} 826 ${x + 4} 846 Q${x - 20} 826 ${x - 56} 846 Z`,
        '#FFF8EA',
      ),
    ),
    person(1440, 960, 1.3, {
      top: '#00663F',
      dress: true,
      hair: 'wrap',
      cloth: '#F5B841',
      arms: 'carry',
    }),
    each(upTo(4), (index) => rect([1394, 800 - index * 18, 92, 16], spines[index] ?? '', 3)),
  ].join('')
}

function shelfOf(row: number): Drawing {
  let x = 134
  return each(upTo(26), (index) => {
    const width = 26 + ((index * 7 + row * 5) % 16)
    const height = 104 + ((index * 13 + row * 29) % 44)
    const drawn = book(
      [x, 270 + row * 186],
      [width, height],
      spines[(index * 3 + row) % spines.length] ?? '',
    )
    x += width + 3
    return drawn
  })
}

/** A yellow bus before the school gate. */
function schoolBus(light: Light): Drawing {
  return [
    outdoors(light, 600),
    rect([60, 300, 620, 330], '#EAD9B8', 6),
    path('M30 304 L370 180 L710 304 Z', '#8A4B2F'),
    each(upTo(5), (index) => rect([110 + index * 112, 370, 70, 90], '#5C7A86', 4)),
    rect([330, 490, 90, 140], '#5A3B28', 4),
    palm(1480, 630, 1.2),
    rect([0, 760, 1600, 240], '#5E5A57'),
    line('M0 880 H1600', '#F3DCC5', 8),
    rect([560, 430, 860, 380], '#F5B841', 40),
    rect([560, 640, 860, 34], '#231712'),
    each(upTo(5), (index) => rect([600 + index * 136, 480, 108, 110], '#CFE8EE', 10)),
    each(upTo(4), (index) =>
      circle(654 + index * 136, 556, 30, ['#5B3A29', '#6F4632', '#4A2E20', '#7D5239'][index] ?? ''),
    ),
    rect([1290, 480, 110, 250], '#CFE8EE', 12),
    wheel(740, 812, 72),
    wheel(1240, 812, 72),
    circle(1404, 700, 20, '#FFF3C4'),
    crowd(uniforms.slice(0, 3), (index) => [200 + index * 130, 860, 0.85]),
    tufts(light, [
      [60, 720],
      [1500, 730],
    ]),
  ].join('')
}

/** Young people at screens. */
function computers(light: Light): Drawing {
  return [
    indoors('#DDEBF0', '#B7A58F', '#8E7E6A'),
    windowAt(670, 90, light),
    rect([160, 130, 400, 220], '#FFFFFF', 12),
    line('M210 190 l40 30 -40 30 M290 250 h80 M210 300 h220', '#00663F', 12),
    rect([1040, 130, 400, 220], '#00663F', 12),
    line('M1090 300 l80 -70 60 40 110 -100', '#F5B841', 12),
    ...[270, 620, 970, 1320].map((x, index) =>
      person(x, 860, 1.2, {
        ...uniforms[index],
        top: ['#E4572E', '#8E44AD', '#F5B841', '#00663F'][index] ?? '',
        arms: 'forward',
      }),
    ),
    rect([60, 800, 1480, 40], '#9C6B45', 8),
    each(
      [270, 620, 970, 1320],
      (x) =>
        rect([x - 110, 650, 220, 140], '#2B2F33', 12) +
        rect([x - 96, 664, 192, 112], '#123B4D', 4) +
        rect([x - 60, 786, 120, 16], '#54595E', 4) +
        line(`M${x - 76} 692 h90 M${x - 76} 716 h130 M${x - 76} 740 h60`, '#7FE0B0', 7),
    ),
    rect([90, 840, 30, 160], '#7A5237'),
    rect([1480, 840, 30, 160], '#7A5237'),
  ].join('')
}
