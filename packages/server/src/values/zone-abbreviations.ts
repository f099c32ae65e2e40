/**
 * PostgreSQL's default abbreviations of time zones (its file timezonesets/Default). A value is
 * minutes east of UTC, with an `s` for summer time, or a region with the meaning over time.
 */
const lines = `
  eat=180 sast=120 wat=60 act=-300 akdt=-480s akst=-540 art=America/Argentina/Buenos_Aires arst=America/Argentina/Buenos_Aires
  bot=-240 bra=-180 brst=-120s brt=-180 cot=-300 cdt=-300s clst=-180s clt=America/Santiago cst=-360 edt=-240s egst=0s egt=-60
  est=-300 fnt=-120 fnst=-60s gft=-180 gyt=America/Guyana mdt=-360s mst=-420 ndt=-150s nft=-210 nst=-210 pet=-300 pdt=-420s
  pmdt=-120s pmst=-180 pst=-480 pyst=-180s pyt=America/Asuncion uyst=-120s uyt=-180 vet=America/Caracas wgst=-120s wgt=-180
  davt=Antarctica/Davis ddut=600 mawt=Antarctica/Mawson aft=270 almt=360 almst=420s amst=Asia/Yerevan amt=-240 anast=Asia/Anadyr
  anat=Asia/Anadyr azst=Asia/Baku azt=Asia/Baku bdt=360 bnt=480 bort=480 btt=360 cct=480 gest=Asia/Tbilisi get=Asia/Tbilisi hkt=480
  ict=420 idt=180s irkst=Asia/Irkutsk irkt=Asia/Irkutsk irt=210 ist=120 jayt=540 jst=540 kdt=600s kgst=360s kgt=Asia/Bishkek
  krast=Asia/Krasnoyarsk krat=Asia/Krasnoyarsk kst=540 lkt=Asia/Colombo magst=Asia/Magadan magt=Asia/Magadan mmt=390 myt=480
  novst=Asia/Novosibirsk novt=Asia/Novosibirsk npt=345 omsst=Asia/Omsk omst=Asia/Omsk petst=Asia/Kamchatka pett=Asia/Kamchatka
  pht=480 pkt=300 pkst=360s sgt=Asia/Singapore tjt=300 tmt=Asia/Ashgabat ulast=540s ulat=Asia/Ulaanbaatar uzst=360s uzt=300
  vlast=Asia/Vladivostok vlat=Asia/Vladivostok xjt=360 yakst=Asia/Yakutsk yakt=Asia/Yakutsk yekst=360s yekt=Asia/Yekaterinburg
  adt=-180s ast=-240 azost=0s azot=-60 fkst=Atlantic/Stanley fkt=Atlantic/Stanley acsst=630s acdt=630s acst=570 acwst=525 aesst=660s
  aedt=660s aest=600 awsst=540s awst=480 cadt=630s cast=570 lhdt=Australia/Lord_Howe lhst=630 ligt=600 nzt=720 sadt=630s wadt=480s
  wast=420 wdt=540s gmt=0 uct=0 ut=0 utc=0 z=0 zulu=0 bst=60s bdst=120s cest=120s cet=60 cetdst=120s eest=180s eet=120 eetdst=180s
  fet=180 mest=120s mesz=120s met=60 metdst=120s mez=60 msd=240s msk=Europe/Moscow volt=Europe/Volgograd wet=0 wetdst=60s cxt=420
  iot=Indian/Chagos mut=240 must=300s mvt=300 ret=240 sct=240 tft=300 chadt=825s chast=765 chut=600 ckt=Pacific/Rarotonga
  easst=Pacific/Easter east=Pacific/Easter fjst=780s fjt=720 galt=-360 gamt=-540 gilt=720 hst=-600 kost=Pacific/Kosrae
  lint=Pacific/Kiritimati mart=-570 mht=720 mpt=600 nut=Pacific/Niue nzdt=780s nzst=720 pgt=600 pont=660 pwt=540 taht=-600
  tkt=Pacific/Fakaofo tot=780 trut=600 tvt=720 vut=660 wakt=720 wft=720 yapt=600
`;

export type ZoneAbbreviation =
  | { readonly minutes: number; readonly isSummer: boolean }
  | { readonly region: string };

/** Abbreviations in lower case. */
export const zoneAbbreviations: ReadonlyMap<string, ZoneAbbreviation> = new Map(
  lines
    .trim()
    .split(/\s+/)
    .map((entry): [string, ZoneAbbreviation] => {
      const [name = '', meaning = ''] = entry.split('=');
      const minutes = /^(-?\d+)(s?)$/.exec(meaning);
      return [
        name,
        minutes === null
          ? { region: meaning }
          : { minutes: Number(minutes[1]), isSummer: minutes[2] === 's' },
      ];
    }),
);
