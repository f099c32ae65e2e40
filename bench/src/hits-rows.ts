/** Columns of ClickBench's table `hits`, in order. */
const columnList = `
  WatchID BIGINT, JavaEnable SMALLINT, Title TEXT, GoodEvent SMALLINT, EventTime TIMESTAMP, EventDate DATE, CounterID INTEGER, ClientIP INTEGER,
  RegionID INTEGER, UserID BIGINT, CounterClass SMALLINT, OS SMALLINT, UserAgent SMALLINT, URL TEXT, Referer TEXT, IsRefresh SMALLINT, RefererCategoryID
  SMALLINT, RefererRegionID INTEGER, URLCategoryID SMALLINT, URLRegionID INTEGER, ResolutionWidth SMALLINT, ResolutionHeight SMALLINT, ResolutionDepth
  SMALLINT, FlashMajor SMALLINT, FlashMinor SMALLINT, FlashMinor2 TEXT, NetMajor SMALLINT, NetMinor SMALLINT, UserAgentMajor SMALLINT, UserAgentMinor
  TEXT, CookieEnable SMALLINT, JavascriptEnable SMALLINT, IsMobile SMALLINT, MobilePhone SMALLINT, MobilePhoneModel TEXT, Params TEXT, IPNetworkID
  INTEGER, TraficSourceID SMALLINT, SearchEngineID SMALLINT, SearchPhrase TEXT, AdvEngineID SMALLINT, IsArtifical SMALLINT, WindowClientWidth SMALLINT,
  WindowClientHeight SMALLINT, ClientTimeZone SMALLINT, ClientEventTime TIMESTAMP, SilverlightVersion1 SMALLINT, SilverlightVersion2 SMALLINT,
  SilverlightVersion3 INTEGER, SilverlightVersion4 SMALLINT, PageCharset TEXT, CodeVersion INTEGER, IsLink SMALLINT, IsDownload SMALLINT, IsNotBounce
  SMALLINT, FUniqID BIGINT, OriginalURL TEXT, HID INTEGER, IsOldCounter SMALLINT, IsEvent SMALLINT, IsParameter SMALLINT, DontCountHits SMALLINT,
  WithHash SMALLINT, HitColor TEXT, LocalEventTime TIMESTAMP, Age SMALLINT, Sex SMALLINT, Income SMALLINT, Interests SMALLINT, Robotness SMALLINT,
  RemoteIP INTEGER, WindowName INTEGER, OpenerName INTEGER, HistoryLength SMALLINT, BrowserLanguage TEXT, BrowserCountry TEXT, SocialNetwork TEXT,
  SocialAction TEXT, HTTPError SMALLINT, SendTiming INTEGER, DNSTiming INTEGER, ConnectTiming INTEGER, ResponseStartTiming INTEGER, ResponseEndTiming
  INTEGER, FetchTiming INTEGER, SocialSourceNetworkID SMALLINT, SocialSourcePage TEXT, ParamPrice BIGINT, ParamOrderID TEXT, ParamCurrency TEXT,
  ParamCurrencyID SMALLINT, OpenstatServiceName TEXT, OpenstatCampaignID TEXT, OpenstatAdID TEXT, OpenstatSourceID TEXT, UTMSource TEXT, UTMMedium TEXT,
  UTMCampaign TEXT, UTMContent TEXT, UTMTerm TEXT, FromTag TEXT, HasGCLID SMALLINT, RefererHash BIGINT, URLHash BIGINT, CLID INTEGER`;

export const hitsColumns: readonly { readonly name: string; readonly type: string }[] = columnList
  .split(',')
  .map((column) => {
    const [name = '', type = ''] = column.trim().split(/\s+/);
    return { name, type };
  });

/** A number from 0 up to `limit`, the same for the same row and salt. */
const number = (limit: number, salt: number) => `hash(i * 1000 + ${salt}) % ${limit}`;

/** Numbers with far more small values than large ones, like visitors, pages and phrases. */
const skewed = (limit: number, salt: number) =>
  `CAST(floor(${limit} * pow((${number(1_000_000, salt)}) / 1e6, 4)) AS BIGINT)`;

/** `usual` but for so many rows in a hundred, where it is `sometimes`. */
const mostly = (usual: string, percent: number, sometimes: string, salt: number) =>
  `CASE WHEN ${number(100, salt)} < ${percent} THEN ${sometimes} ELSE ${usual} END`;

/** Moments of July 2013, the month in the queries. */
const moment = (salt: number) =>
  `TIMESTAMP '2013-07-01' + to_seconds(CAST(${number(31 * 86_400, salt)} AS BIGINT))`;

const page = (salt: number) =>
  `concat('http', ${mostly("''", 30, "'s'", salt)}, '://', ${mostly("''", 40, "'www.'", salt + 1)}, ${mostly(`concat('site', ${skewed(300, salt + 2)}, '.ru')`, 4, "'google.com'", salt + 3)}, '/page/', ${skewed(4_000, salt + 4)})`;

/** Values that the queries read; the type decides every other column. */
function telling(rows: number): Readonly<Record<string, string>> {
  return {
    WatchID: 'hash(i) >> 1',
    Title: mostly(
      `concat('Title ', ${skewed(2_000, 1)})`,
      5,
      `concat('Google search ', ${skewed(50, 2)})`,
      3,
    ),
    EventTime: moment(4),
    EventDate: moment(4),
    CounterID: mostly(skewed(3_000, 5), 30, '62', 6),
    ClientIP: `hash(${skewed(Math.ceil(rows / 6), 7)}) % 2000000000`,
    RegionID: skewed(900, 8),
    UserID: mostly(`hash(${skewed(Math.ceil(rows / 8), 9)}) >> 1`, 1, '435090932899640449', 10),
    URL: mostly(page(11), 3, "''", 16),
    Referer: mostly(page(17), 25, "''", 22),
    IsRefresh: mostly('0', 10, '1', 23),
    ResolutionWidth: `[0, 1024, 1280, 1366, 1440, 1600, 1920][1 + CAST(${number(7, 24)} AS BIGINT)]`,
    MobilePhone: mostly('0', 15, number(40, 25), 26),
    MobilePhoneModel: mostly("''", 15, `concat('model ', ${skewed(60, 27)})`, 28),
    TraficSourceID: `CAST(${number(9, 29)} AS INTEGER) - 1`,
    SearchEngineID: mostly('0', 25, number(30, 30), 31),
    SearchPhrase: mostly("''", 30, `concat('phrase ', ${skewed(3_000, 32)})`, 33),
    AdvEngineID: mostly('0', 6, number(25, 34), 35),
    WindowClientWidth: `800 + ${skewed(600, 36)}`,
    WindowClientHeight: `400 + ${skewed(500, 37)}`,
    IsLink: mostly('0', 20, '1', 38),
    IsDownload: mostly('0', 3, '1', 39),
    DontCountHits: mostly('0', 10, '1', 40),
    RefererHash: mostly(`hash(${number(5_000, 41)}) >> 1`, 20, '3594120000172545465', 42),
    URLHash: mostly(`hash(${number(5_000, 43)}) >> 1`, 20, '2868770270353813622', 44),
  };
}

const byType: Readonly<Record<string, (salt: number) => string>> = {
  SMALLINT: (salt) => skewed(100, salt),
  INTEGER: (salt) => skewed(1_000_000, salt),
  BIGINT: (salt) => `hash(i * 1000 + ${salt}) >> 1`,
  TEXT: (salt) => mostly("''", 10, `concat('text ', ${skewed(100, salt)})`, salt + 200),
  TIMESTAMP: moment,
};

/** A DuckDB query of so many rows of `hits`, always the same. */
export function hitsQuery(rows: number): string {
  const known = telling(rows);
  const items = hitsColumns.map(({ name, type }, index) => {
    const expression = known[name] ?? byType[type]?.(100 + index);
    if (expression === undefined) throw new Error(`no values for column '${name}' of type ${type}`);
    return `CAST(${expression} AS ${type}) AS ${name}`;
  });
  return `SELECT ${items.join(', ')} FROM range(${rows}) AS r(i)`;
}
