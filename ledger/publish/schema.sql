-- The published file: one immutable SQLite snapshot for readers. No column's name is an SQL keyword.
-- Every table and column is described in datasette.yml; a test holds the two together.

CREATE TABLE ledgers (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    claims INTEGER NOT NULL,
    verified INTEGER NOT NULL
);

CREATE TABLE sources (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    is_primary INTEGER NOT NULL,
    authors TEXT NOT NULL,
    published TEXT,
    version TEXT,
    url TEXT,
    at_hand INTEGER NOT NULL,
    snapshot_sha256 TEXT,
    snapshot_media TEXT,
    snapshot_pages INTEGER,
    snapshot_provenance TEXT,
    unavailable TEXT,
    corrects TEXT,
    note TEXT
);

CREATE TABLE claims (
    id TEXT PRIMARY KEY,
    statement_en TEXT,
    statement_zh TEXT,
    outcome TEXT NOT NULL,
    cause TEXT NOT NULL,
    ledger TEXT NOT NULL REFERENCES ledgers (id),
    kind TEXT NOT NULL,
    entity TEXT NOT NULL,
    quantity TEXT,
    value TEXT,
    high TEXT,
    unit TEXT,
    comparator TEXT,
    qualifiers TEXT NOT NULL,
    conditions TEXT,
    convention TEXT,
    symbols TEXT NOT NULL,
    formula TEXT,
    must_not TEXT NOT NULL,
    unsupported TEXT,
    corrects TEXT,
    place TEXT NOT NULL,
    statement TEXT NOT NULL,
    statements TEXT NOT NULL
);
CREATE INDEX claims_outcome ON claims (outcome);
CREATE INDEX claims_ledger ON claims (ledger);
CREATE INDEX claims_kind ON claims (kind);
CREATE INDEX claims_entity ON claims (entity);
CREATE INDEX claims_unit ON claims (unit);

CREATE TABLE evidence (
    id INTEGER PRIMARY KEY,
    claim TEXT NOT NULL REFERENCES claims (id),
    source TEXT NOT NULL REFERENCES sources (id),
    page INTEGER,
    section TEXT,
    item TEXT,
    anchors TEXT NOT NULL,
    printed TEXT,
    role TEXT NOT NULL,
    depth TEXT NOT NULL,
    supports TEXT NOT NULL
);
CREATE INDEX evidence_claim ON evidence (claim);
CREATE INDEX evidence_source ON evidence (source);

CREATE TABLE relations (
    id INTEGER PRIMARY KEY,
    claim TEXT NOT NULL REFERENCES claims (id),
    relation TEXT NOT NULL,
    other TEXT NOT NULL REFERENCES claims (id)
);
CREATE INDEX relations_claim ON relations (claim);
CREATE INDEX relations_other ON relations (other);

CREATE TABLE pages (
    id TEXT PRIMARY KEY,
    sha256 TEXT NOT NULL,
    numbers INTEGER NOT NULL,
    need_evidence INTEGER NOT NULL,
    claimed INTEGER NOT NULL,
    exempt INTEGER NOT NULL,
    unclaimed INTEGER NOT NULL
);

CREATE TABLE mentions (
    id INTEGER PRIMARY KEY,
    page TEXT NOT NULL REFERENCES pages (id),
    line INTEGER NOT NULL,
    col INTEGER NOT NULL,
    number TEXT NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    claim TEXT REFERENCES claims (id),
    reason TEXT,
    heading TEXT
);
CREATE INDEX mentions_page ON mentions (page);
CREATE INDEX mentions_claim ON mentions (claim);
CREATE INDEX mentions_status ON mentions (status);
CREATE INDEX mentions_kind ON mentions (kind);

CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    started_at TEXT NOT NULL,
    finished_at TEXT,
    status TEXT NOT NULL,
    revision TEXT,
    version TEXT NOT NULL,
    due INTEGER NOT NULL,
    reused INTEGER NOT NULL
);

CREATE TABLE results (
    id INTEGER PRIMARY KEY,
    subject TEXT NOT NULL,
    subject_kind TEXT NOT NULL,
    check_name TEXT NOT NULL,
    outcome TEXT NOT NULL,
    cause TEXT NOT NULL,
    message TEXT NOT NULL,
    expected TEXT NOT NULL,
    found TEXT NOT NULL,
    hint TEXT NOT NULL,
    place TEXT NOT NULL,
    details TEXT NOT NULL,
    check_version TEXT NOT NULL,
    run INTEGER NOT NULL REFERENCES runs (id),
    is_latest INTEGER NOT NULL
);
CREATE INDEX results_subject ON results (subject);
CREATE INDEX results_check_name ON results (check_name);
CREATE INDEX results_outcome ON results (outcome);
CREATE INDEX results_run ON results (run);

CREATE TABLE verdicts (
    id INTEGER PRIMARY KEY,
    claim TEXT NOT NULL REFERENCES claims (id),
    outcome TEXT NOT NULL,
    cause TEXT NOT NULL,
    run INTEGER NOT NULL REFERENCES runs (id)
);
CREATE INDEX verdicts_claim ON verdicts (claim);
CREATE INDEX verdicts_run ON verdicts (run);

CREATE TABLE waivers (
    id INTEGER PRIMARY KEY,
    subject TEXT NOT NULL,
    check_name TEXT NOT NULL,
    owner TEXT NOT NULL,
    reason TEXT NOT NULL,
    expires TEXT NOT NULL,
    place TEXT NOT NULL
);
CREATE INDEX waivers_expires ON waivers (expires);

CREATE TABLE reviews (
    id INTEGER PRIMARY KEY,
    subject_kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    reviewer TEXT NOT NULL,
    note TEXT NOT NULL,
    written_at TEXT NOT NULL
);
CREATE INDEX reviews_subject ON reviews (subject);

CREATE TABLE probes (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL,
    host TEXT NOT NULL,
    checked_at TEXT NOT NULL,
    outcome TEXT NOT NULL,
    cause TEXT,
    status INTEGER,
    final_url TEXT,
    now_at TEXT,
    redirects TEXT NOT NULL,
    latency_ms REAL,
    title TEXT,
    error TEXT,
    is_latest INTEGER NOT NULL
);
CREATE INDEX probes_url ON probes (url, id);
CREATE INDEX probes_host ON probes (host);
CREATE INDEX probes_outcome ON probes (outcome);
CREATE INDEX probes_checked_at ON probes (checked_at);

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE VIEW claim_status AS
SELECT
    claims.id AS claim,
    claims.ledger,
    claims.kind,
    claims.entity,
    claims.statement,
    claims.quantity,
    claims.outcome,
    claims.cause,
    (SELECT group_concat(DISTINCT evidence.source) FROM evidence WHERE evidence.claim = claims.id) AS sources,
    (SELECT count(*) FROM mentions WHERE mentions.claim = claims.id) AS mentions
FROM claims;

CREATE VIEW coverage AS
SELECT page, kind, status, count(*) AS numbers
FROM mentions
GROUP BY page, kind, status;

CREATE VIEW source_status AS
SELECT
    sources.id AS source,
    sources.title,
    sources.kind,
    sources.at_hand,
    count(DISTINCT evidence.claim) AS claims,
    count(DISTINCT CASE WHEN claims.outcome = 'verified' THEN evidence.claim END) AS verified,
    count(DISTINCT CASE WHEN claims.outcome <> 'verified' THEN evidence.claim END) AS not_verified
FROM sources
LEFT JOIN evidence ON evidence.source = sources.id
LEFT JOIN claims ON claims.id = evidence.claim
GROUP BY sources.id;

CREATE VIEW probe_hosts AS
SELECT host, outcome, count(*) AS urls, min(checked_at) AS oldest, max(checked_at) AS newest
FROM probes
WHERE is_latest
GROUP BY host, outcome;

CREATE VIEW probe_changes AS
SELECT later.url, earlier.outcome AS was, later.outcome AS became, later.cause, later.error, later.checked_at
FROM probes AS later
JOIN probes AS earlier
    ON earlier.id = (SELECT max(id) FROM probes WHERE probes.url = later.url AND probes.id < later.id)
WHERE earlier.outcome <> later.outcome;

CREATE VIEW probe_oldest AS
SELECT url, host, outcome, cause, checked_at
FROM probes
WHERE is_latest
ORDER BY checked_at;

-- Every column is one of the content table's, or Datasette cannot count the rows; the n-grams of a text are
-- indexed with it (publish/search.py).
-- Datasette finds a full-text table only by a quoted content="…"; without it a search returns every row.
CREATE VIRTUAL TABLE claims_fts USING fts5 (
    id, statement_en, statement_zh, entity, conditions, statements, content="claims"
);
CREATE VIRTUAL TABLE sources_fts USING fts5 (
    id, title, authors, content="sources"
);
