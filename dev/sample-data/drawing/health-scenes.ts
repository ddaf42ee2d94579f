import { indoors, outdoors, type Light } from './light.ts'
import { person } from './person.ts'
import { circle, each, ellipse, faint, line, path, rect, upTo, type Drawing } from './shapes.ts'
import { palm, tree, tufts, wheel } from './things.ts'

export const healthScenes = { clinic, ward, boatAmbulance, bottles }

const cross = (x: number, y: number, size: number, fill: string): Drawing =>
  rect([x - size / 2, y - size * 1.5, size, size * 3], fill, 4) +
  rect([x - size * 1.5, y - size / 2, size * 3, size], fill, 4)

/** A small clinic, its van, and mothers who wait in the shade. */
function clinic(light: Light): Drawing {
  return [
    outdoors(light),
    tree(120, 650, 1.3),
    rect([420, 330, 800, 340], '#F7F3E8', 8),
    path('M380 336 L820 190 L1260 336 Z', '#00663F'),
    circle(820, 282, 52, '#FFFFFF'),
    cross(820, 282, 22, '#B93A1E'),
    rect([750, 480, 140, 190], '#7FB2A5', 6),
    rect([816, 480, 8, 190], '#F7F3E8'),
    each(
      [480, 600, 950, 1070],
      (x) => rect([x, 430, 90, 100], '#BFE3EE', 6) + rect([x + 42, 430, 6, 100], '#F7F3E8'),
    ),
    path('M0 1000 Q520 720 760 670 H890 Q980 760 1040 1000 Z', light.path),
    van(),
    rect([150, 800, 420, 24], '#9A6B42', 6),
    each([180, 520], (x) => rect([x, 824, 20, 70], '#7A5237')),
    person(260, 870, 1, {
      top: '#8E44AD',
      bottom: '#8E44AD',
      sits: true,
      hair: 'wrap',
      cloth: '#F5B841',
      arms: 'carry',
    }),
    ellipse([260, 790], [34, 22], '#FFF8EA'),
    person(440, 870, 1, {
      top: '#E4572E',
      bottom: '#E4572E',
      sits: true,
      hair: 'scarf',
      cloth: '#F3D9A8',
      arms: 'forward',
    }),
    person(690, 900, 1.15, {
      top: '#FFFFFF',
      bottom: '#DDE7EA',
      hair: 'cap',
      cloth: '#FFFFFF',
      arms: 'forward',
    }),
    person(960, 920, 1.1, {
      top: '#2E86AB',
      dress: true,
      hair: 'wrap',
      cloth: '#2E86AB',
      arms: 'carry',
    }),
    ellipse([960, 792], [36, 24], '#FFE3C2'),
    person(1080, 920, 0.7, { top: '#F5B841', bottom: '#27496D', arms: 'one-up' }),
    tufts(light, [
      [80, 940],
      [620, 960],
      [1400, 920],
      [1540, 960],
    ]),
  ].join('')
}

function van(): Drawing {
  return [
    rect([1180, 600, 330, 170], '#FFFFFF', 26),
    rect([1440, 650, 110, 120], '#FFFFFF', 18),
    rect([1456, 664, 66, 56], '#BFE3EE', 8),
    rect([1180, 700, 370, 22], '#B93A1E'),
    cross(1300, 656, 20, '#B93A1E'),
    wheel(1260, 776, 44),
    wheel(1460, 776, 44),
  ].join('')
}

/** A bed, a drip, a monitor, and somebody who sits by. */
function ward(light: Light): Drawing {
  return [
    indoors('#DCEFE6', '#B9CFC4', '#8FB5A4'),
    rect([930, 90, 360, 320], '#FFFFFF', 10),
    rect([950, 110, 320, 280], light.sky[0]),
    circle(1190, 190, 40, light.sun),
    rect([950, 310, 320, 80], light.hills[1]),
    rect([1104, 110, 12, 280], '#FFFFFF'),
    path(
      'M880 80 H960 Q950 260 900 430 H880 Z M1340 80 H1260 Q1270 260 1320 430 H1340 Z',
      '#F5B841',
    ),
    cross(200, 220, 34, '#B93A1E'),
    rect([300, 560, 26, 330], '#8D9AA0', 6),
    rect([1150, 640, 26, 250], '#8D9AA0', 6),
    rect([312, 720, 850, 80], '#FFFFFF', 14),
    path('M520 640 Q820 590 1150 660 V740 H520 Z', '#2E86AB'),
    ellipse([430, 690], [110, 46], '#FFFFFF'),
    circle(450, 650, 52, '#5B3A29'),
    path(
      'M398 650 Q396 592 450 592 Q504 592 502 650 Q480 614 450 614 Q420 614 398 650 Z',
      '#231712',
    ),
    rect([300, 790, 876, 22], '#8D9AA0', 6),
    line('M230 890 V330 H290', '#8D9AA0', 12),
    path('M262 340 h56 v90 q-28 24 -56 0 Z', '#BFE3EE'),
    line('M290 446 Q300 620 420 690', '#9CCBDD', 6),
    rect([590, 330, 240, 170], '#2B2F33', 14),
    line('M610 420 h50 l20 -50 30 90 24 -60 16 20 h60', '#7FE0B0', 8),
    rect([690, 500, 40, 80], '#54595E'),
    person(1330, 920, 1.35, {
      top: '#F28C28',
      dress: true,
      hair: 'wrap',
      cloth: '#00663F',
      arms: 'forward',
    }),
    person(800, 930, 1.3, { top: '#FFFFFF', bottom: '#7FB2A5', hair: 'short', arms: 'forward' }),
    line('M776 694 q24 60 48 0', '#27496D', 7),
  ].join('')
}

/** A boat with a red cross between the houses on stilts. */
function boatAmbulance(light: Light): Drawing {
  const stilts = (x: number, wall: string) =>
    each([-90, -30, 30, 90], (dx) => rect([x + dx - 6, 560, 12, 130], '#6B4A30')) +
    rect([x - 130, 400, 260, 170], wall, 4) +
    path(`M${x - 160} 406 L${x} 310 L${x + 160} 406 Z`, '#7A6A5A') +
    rect([x - 30, 470, 60, 100], '#4A3524', 3)
  return [
    outdoors(light, 580),
    rect([0, 600, 1600, 400], '#3F8FA8'),
    each([180, 520, 1120, 1440], (x, index) =>
      stilts(x, ['#D98E5F', '#EAD9B8', '#8FB8C9', '#C97B4A'][index] ?? ''),
    ),
    each(upTo(12), (index) =>
      line(
        `M${60 + ((index * 311) % 1480)} ${680 + ((index * 67) % 290)} q40 -16 90 0`,
        '#8CC7D8',
        7,
      ),
    ),
    path('M420 800 H1240 Q1200 920 1080 920 H560 Q460 920 420 800 Z', '#FFFFFF'),
    path('M420 800 H1240 L1226 836 H434 Z', '#B93A1E'),
    rect([720, 640, 300, 164], '#F7F3E8', 12),
    rect([700, 624, 340, 24], '#00663F', 8),
    cross(870, 724, 26, '#B93A1E'),
    person(560, 810, 1, {
      top: '#2E86AB',
      dress: true,
      hair: 'wrap',
      cloth: '#F5B841',
      arms: 'carry',
    }),
    person(1120, 810, 1, {
      top: '#FFFFFF',
      bottom: '#DDE7EA',
      hair: 'cap',
      cloth: '#FFFFFF',
      arms: 'forward',
    }),
    line('M1180 640 L1330 960', '#6B4A30', 12),
    faint(0.3, ellipse([830, 930], [440, 20], '#0B3B4A')),
    palm(1570, 640, 1),
  ].join('')
}

/** Bottles on a table: a cure for everything, they say. */
function bottles(light: Light): Drawing {
  const tall = [330, 290, 360, 270, 340, 300]
  const fills = ['#8E44AD', '#00663F', '#B93A1E', '#F5B841', '#2E86AB', '#E4572E']
  return [
    indoors('#EFE2D0', '#A97B52', '#8A6140'),
    circle(800, 330, 300, light.sun),
    faint(
      0.5,
      each(upTo(12), (index) =>
        line(
          `M${800 + 330 * Math.cos(index / 1.91)} ${330 + 330 * Math.sin(index / 1.91)} L${800 + 410 * Math.cos(index / 1.91)} ${330 + 410 * Math.sin(index / 1.91)}`,
          '#F5B841',
          10,
        ),
      ),
    ),
    rect([160, 740, 1280, 60], '#7A5237', 10),
    rect([220, 800, 40, 200], '#5F3D24'),
    rect([1340, 800, 40, 200], '#5F3D24'),
    each(tall, (height, index) => {
      const x = 260 + index * 190
      return (
        rect([x, 740 - height, 120, height], fills[index] ?? '', 26) +
        rect([x + 36, 690 - height, 48, 66], '#F7F3E8', 8) +
        rect([x + 14, 740 - height * 0.66, 92, height * 0.36], '#FFF8EA', 6) +
        line(
          `M${x + 30} ${740 - height * 0.52} h60 M${x + 30} ${740 - height * 0.44} h40`,
          '#8A6140',
          6,
        ) +
        faint(0.25, rect([x + 14, 760 - height, 16, height - 50], '#FFFFFF', 8))
      )
    }),
  ].join('')
}
