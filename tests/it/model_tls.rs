//! A model behind TLS whose certificate only a user's own authority vouches for, and behind a proxy. The proxy and the
//! server are in this process; no network is used. The certificates in `fixtures/tls` belong to nobody.

use std::io::Read;
use std::io::Write;
use std::net::TcpListener;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::Mutex;
use std::thread;

use rustls::ServerConfig;
use rustls::ServerConnection;
use rustls::StreamOwned;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject;

use crate::harness::Answer;
use crate::harness::TestRepo;
use crate::model_server::read_request;

const SERVER: &str = include_str!("../fixtures/tls/server.pem");
const AUTHORITY: &str = include_str!("../fixtures/tls/authority.pem");
const PLACE: &str =
    r#"{"choices": [{"message": {"content": "{\"file\": \"a.py\", \"function\": \"f\", \"reasoning\": \"r\"}"}}]}"#;

/// Serves one model over TLS, to whoever comes straight or asks to be passed on; the address, and what was asked.
fn serve() -> (String, Arc<Mutex<Vec<String>>>) {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let chain = vec![CertificateDer::from_pem_slice(SERVER.as_bytes()).expect("a certificate")];
    let key = PrivateKeyDer::from_pem_slice(SERVER.as_bytes()).expect("a key");
    let config = builder.expect("versions").with_no_client_auth().with_single_cert(chain, key).expect("a pair");
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let kept = Arc::clone(&asked);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // Who does not trust the certificate goes away in the middle.
            let _ = answer(stream, &config, &kept);
        }
    });
    (address, asked)
}

fn answer(mut stream: TcpStream, config: &Arc<ServerConfig>, asked: &Mutex<Vec<String>>) -> Option<()> {
    let note = |head: &str| {
        let line = head.lines().next().unwrap_or_default().to_owned();
        asked.lock().expect("no panic under the lock").push(line);
    };
    let mut first = [0];
    stream.peek(&mut first).ok()?;
    if first == *b"C" {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).ok()?;
            head.push(byte[0]);
        }
        note(&String::from_utf8_lossy(&head));
        stream.write_all(b"HTTP/1.1 200 go on\r\n\r\n").ok()?;
    }
    let connection = ServerConnection::new(Arc::clone(config)).ok()?;
    let mut stream = StreamOwned::new(connection, stream);
    let (head, _) = read_request(&mut stream)?;
    note(&head);
    let length = PLACE.len();
    write!(stream, "HTTP/1.1 200 X\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{PLACE}").ok()?;
    stream.conn.send_close_notify();
    stream.flush().ok()
}

fn locate(endpoint: &str, proxy: Option<&str>, trusts: bool) -> Answer {
    let repo = TestRepo::with("\n//- a.py\ndef f():\n    return 1\n");
    repo.write("authority.pem", AUTHORITY);
    if trusts {
        repo.git(&["config", "libra.caFile", "authority.pem"]);
    }
    let mut command = repo.command();
    if let Some(proxy) = proxy {
        command.env("HTTPS_PROXY", format!("http://{proxy}"));
    }
    let args = ["locate", "--engine", "openai", "--model", "m", "--endpoint", endpoint, "--format", "json", "Where?"];
    repo.answer(command.args(args))
}

#[test]
fn an_authority_of_the_users_own_is_trusted_and_only_where_it_is_named() {
    let (address, asked) = serve();
    let endpoint = format!("https://{address}/v1");
    let answer = locate(&endpoint, None, true);
    assert_eq!(answer.status, 0, "{answer}");
    assert!(answer.stdout.contains("\"files\":[\"a.py\"]"), "{answer}");
    assert_eq!(asked.lock().expect("no panic under the lock").join("\n"), "POST /v1/chat/completions HTTP/1.1");
    let answer = locate(&endpoint, None, false);
    assert_eq!(answer.status, 3, "{answer}");
    assert!(answer.stderr.contains("failed to reach"), "{answer}");
    assert_eq!(asked.lock().expect("no panic under the lock").len(), 1, "nothing was sent to a server that lies");
}

#[test]
fn a_proxy_passes_tls_on_without_seeing_into_it() {
    let (proxy, asked) = serve();
    let answer = locate("https://model.invalid/v1", Some(&proxy), true);
    assert_eq!(answer.status, 0, "{answer}");
    let asked = asked.lock().expect("no panic under the lock").join("\n");
    assert_eq!(asked, "CONNECT model.invalid:443 HTTP/1.1\nPOST /v1/chat/completions HTTP/1.1");
}
