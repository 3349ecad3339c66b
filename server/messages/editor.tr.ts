import type { ENGLISH_EDITOR } from "./editor.en.ts";

/** The same in Turkish. */
export const TURKISH_EDITOR: Readonly<Record<keyof typeof ENGLISH_EDITOR, string>> = {
  "editor.local":
    "Clew yalnızca {folder} deposu üzerinde çalışıyor: kişiler, değişiklikler ve yerler deponun geçmişinden gelir. Kayıtlar, istekler ve sayfalar için bir terminalde bir sunucuda oturum açın: clew login --server URL",
  "editor.no_project":
    "{server} üzerindeki hiçbir projede {folder} deposu yok; bu yüzden Clew yalnızca depo üzerinde çalışıyor. Depoyu bir projeye ekleyin ya da dil sunucusunun projesini belirtin.",
  "editor.wrong_project":
    "{server} üzerinde okuyabileceğiniz {project} adlı bir proje yok. Dil sunucusunun projesini clew projects çıktısındakilerden biri yapın.",
  "editor.unreachable": "{server} adresindeki Clew sunucusu yanıt vermiyor. Clew kendiliğinden yeniden dener.",
  "editor.signed_out":
    "{server} için jeton yok, yanlış ya da süresi dolmuş. Bir terminalde oturum açın: clew login --server {server}",
  "editor.refused": "{server} buna izin vermiyor: {reason}",
  "editor.index": "Clew: {folder} dizini",
  "editor.defined_in": "Tanımı: {place}",
  "editor.more": "ve {count} tane daha",
  "editor.precise": "kesin",
  "editor.by_name": "ada göre",
  "editor.knows_best": "En iyi bilen: {people}",
  "editor.wrote_it": "Bu satırları yazanlar: {people}",
  "editor.issues": "Ardındaki kayıtlar: {issues}",
  "editor.last_change": "Son değişiklik: {commit}",
  "editor.assigned": "Atanan: {people}",
  "editor.unassigned": "Atanmamış",
  "editor.by_author": "Yazan: {person}",
  "editor.state_open": "açık",
  "editor.state_closed": "kapalı",
  "editor.state_merged": "birleştirildi",
  "editor.find_issue": "{key} ile ilgili kodu bul",
  "editor.find_text": "Seçili metinle ilgili kodu bul",
  "editor.show_people": "Bu dosyayı bilenleri göster",
  "editor.link_lines": "Bu satırların Clew bağlantısını göster",
  "editor.places": "{count, plural, =0 {Uyan dosya yok.} other {Clew # dosya buldu:}}",
  "editor.people": "{path} dosyasını bilenler: {people}",
  "editor.no_people": "{path} için önerilebilecek kimse yok.",
  "editor.link": "Bu satırlar Clew’da: {url}",
  "editor.open": "Aç",
  "editor.no_link":
    "Bu satırlar sunucuda henüz yok, bu yüzden bağlantıları da yok. Commit’i gönderip projeyi eşitleyin.",
  "editor.needs_server": "Bunun için bir Clew sunucusu gerekir. Bir terminalde oturum açın: clew login --server URL",
  "editor.no_issue": "Projede okuyabileceğiniz {key} adlı bir kayıt yok. Anahtarı denetleyin ya da projeyi eşitleyin.",
  "editor.no_repository": "Dosya, Clew’un okuyabildiği bir git deposunda değil.",
  "editor.unavailable": "Clew şu anda yanıt veremiyor. Dil sunucusunun iletilerine bakın.",
  "editor.outdated_page": "{title} sayfası bu dosyayı anlatıyor ve artık kodda olmayan {count} ad içeriyor.",
  "editor.stale_name": "Kodda artık {name} yok: {commit} ile kaldırıldı.",
  "editor.stale_name_now": "Kodda artık {name} yok: {commit} ile kaldırıldı. Şimdiki adı büyük olasılıkla {now}.",
};
